import { Parser } from "htmlparser2";
import { decodeText } from "../charset.ts";
import { UnreadableDocument } from "../document.ts";

/** No program writes deeper. The parser's work for each element grows with how many are open. */
const MAX_DEPTH = 256;
/** Attributes of one element: no program writes a tenth, and each is kept until its tag ends. */
const MAX_ATTRIBUTES = 500;

/** What programs show that do not know what stands before it: the same once more. */
const FALLBACK = "Fallback";

/** What is told of an XML file, in its order. Names come without their prefixes. */
export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const local = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Reads an XML file once, without what `mc:Fallback` says again. Entities that it declares itself stay as they are, so that none can grow.
 * @throws UnreadableDocument where it is nested too deeply, or an element has too many attributes
 */
export function readXml(bytes: Uint8Array | undefined, { open, text, close }: XmlHandler): void {
  if (!bytes) return;
  let depth = 0;
  /** How deep the outermost that is open stands. */
  let fallback = Number.POSITIVE_INFINITY;
  let written = 0;
  const parser = new Parser(
    {
      onattribute() {
        if (++written > MAX_ATTRIBUTES)
          throw new UnreadableDocument("Its elements have too many attributes. Save it again, or as text.");
      },
      onopentag(name, attributes) {
        written = 0;
        depth++;
        if (depth > MAX_DEPTH)
          throw new UnreadableDocument("Its elements are nested too deeply. Save it again, or as text.");
        if (local(name) === FALLBACK) fallback = Math.min(fallback, depth);
        if (depth >= fallback) return;
        open?.(
          local(name),
          Object.fromEntries(Object.entries(attributes).map(([attribute, value]) => [local(attribute), value])),
        );
      },
      ontext(data) {
        if (depth < fallback) text?.(data);
      },
      onclosetag(name) {
        const told = depth < fallback;
        if (depth === fallback) fallback = Number.POSITIVE_INFINITY;
        depth--;
        if (told) close?.(local(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(decodeText(bytes, { xml: true }));
  parser.end();
}
