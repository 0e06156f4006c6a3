import { createServer } from "node:http";

/** The least that a widget can be: a script of 300 bytes, of another origin, which draws a button. */
const FLOOR_LABEL = "Talk to us";
const SCRIPT = `(()=>{const host=document.createElement("voice-widget"),root=host.attachShadow({mode:"open"}),button=document.createElement("button");button.textContent="${FLOOR_LABEL}";button.part="launcher";host.style="position:fixed;right:20px;bottom:20px";root.append(button);document.body.append(host)})()`;

export interface Floor {
  /** The tag that loads it. */
  tag: string;
  close(): Promise<void>;
}

export async function startFloor(): Promise<Floor> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/javascript", "cache-control": "private, max-age=60" });
    response.end(SCRIPT);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("the floor has no port");
  return {
    tag: `<script async src="http://127.0.0.1:${address.port}/floor.js"></script>`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
