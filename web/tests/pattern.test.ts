import { describe, expect, it } from "vitest";
import cases from "../../tests/messages/pattern_cases.json";
import { catalogue } from "../src/language/catalogue.svelte";
import english from "../src/language/en";
import french from "../src/language/fr";
import german from "../src/language/de";
import spanish from "../src/language/es";
import { fill, parse, type Argument } from "../src/language/pattern";

const CASES = cases as unknown as [string, string, Record<string, Argument>, string][];
const MESSAGES = { en: english, de: german, fr: french, es: spanish };

describe("a message", () => {
  it.each(CASES)("is filled in as the server fills it in (%s: %s)", (language, text, given, said) => {
    const known = language as keyof typeof MESSAGES;
    catalogue.use(known, MESSAGES[known]);
    expect(fill(parse(text), given, catalogue)).toBe(said);
    catalogue.use("en", english);
  });
});
