import { VNode } from "preact";

/** What a template makes; typed loosely, as a template is a text. */
declare const htm: {
  bind(h: unknown): (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
};
export default htm;
