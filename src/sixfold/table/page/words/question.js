export const questionWords = {
  take: "Count these",
  usual: "usual",
  or: (/** @type {string} */ way) => `or ${way}`,
  chooses: (/** @type {string} */ who, /** @type {{ answered: boolean, chosen: string[] }} */ { answered, chosen }) => (answered ? `${who} takes ${chosen.at(-1) ?? ""}` : `${who} chooses`),
};
