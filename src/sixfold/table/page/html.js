// What every part of the page is written in: `html` makes elements, without a build step and without innerHTML.
import htm from "./vendor/htm.js";
import { h } from "./vendor/preact.js";

export const html = htm.bind(h);
