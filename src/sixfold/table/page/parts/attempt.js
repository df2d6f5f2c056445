// Something that may be refused: it is attempted, and why it was refused is shown until the next attempt.
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import { refusal } from "../problem.js";

/** @returns {{ refused: string, attempt: (act: () => unknown) => Promise<boolean> }} `attempt` tells whether it was done */
export function useAttempt() {
  const [refused, setRefused] = useState("");
  return {
    refused,
    async attempt(act) {
      setRefused("");
      try {
        await act();
        return true;
      } catch (error) {
        setRefused(refusal(error));
        return false;
      }
    },
  };
}

/** Why something was refused. @param {{ said: string }} props */
export const Refused = ({ said }) => said && html`<p class="wrong small" role="alert">${said}</p>`;
