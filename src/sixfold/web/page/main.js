// The page: the view that belongs to the address.
import { html } from "./html.js";
import { render } from "./vendor/preact.js";
import "./vendor/signals.js"; // signals draw what reads them
import { keepPage } from "./offline.js";
import { follow, place } from "./state/place.js";
import { First } from "./views/first.js";
import { Table } from "./views/table.js";

function Page() {
  const { view, room, secret } = place.value;
  if (view === "table" || view === "luck") return html`<${Table} key=${room} room=${room} secret=${secret} />`;
  return html`<${First} />`;
}

addEventListener("click", follow);
render(html`<${Page} />`, document.body);
// After the page itself: whoever opens a link wants to throw first.
addEventListener("load", () => void keepPage());
