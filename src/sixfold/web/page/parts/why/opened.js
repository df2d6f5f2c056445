// The throw that the address names, looked at closely.
import { html } from "../../html.js";
import { opened } from "../../state/opened.js";
import { Lazy } from "../lazy.js";

const why = () => import("./why.js");

export const OpenedThrow = () => (opened.value > 0 ? html`<${Lazy} from=${why} name="Why" number=${opened.value} />` : null);
