// Copying by one click; a plain http address has no clipboard, and what is to be copied is selected there instead.

/** @param {string} text @returns {Promise<boolean>} whether it is in the clipboard */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
