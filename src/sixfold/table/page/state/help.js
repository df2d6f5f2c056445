// Whether the help is open.
import { signal } from "../vendor/signals.js";

export const helping = signal(false);
