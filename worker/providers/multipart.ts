/** One part of a form whose parts have media types, but are not files. */
interface Part {
  name: string;
  /** Media type. */
  type: string;
  text: string;
}

/** `multipart/form-data`: `FormData` cannot write it, since its parts with a type are always files with a name. */
export function multipart(parts: Part[]): { type: string; body: string } {
  const boundary = crypto.randomUUID();
  const written = parts.map(
    ({ name, type, text }) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${written.join("")}--${boundary}--\r\n` };
}
