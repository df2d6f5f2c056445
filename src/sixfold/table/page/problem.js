// What was refused, by a table or by an engine in this browser.
import { upright } from "./words/text.js";

/**
 * What the table refused (RFC 9457), or that it could not be reached (`page/offline`).
 * `column` counts from 1 and is where a text went wrong; `line` is one of somebody's own game.
 */
export class Problem extends Error {
  /** @param {{ code: string, detail: string, status?: number, column?: number, expected?: string[], guess?: string, line?: number }} body */
  constructor(body) {
    super(upright(body.detail));
    this.code = body.code;
    this.status = body.status ?? 0;
    this.column = body.column;
    this.expected = body.expected ?? [];
    this.guess = body.guess;
    this.line = body.line;
  }
}

/** What was refused, as a sentence; anything else is a mistake of the page, and thrown on. @param {unknown} error */
export function refusal(error) {
  if (!(error instanceof Problem)) throw error;
  return error.message;
}
