import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";

/**
 * Cloudflare's API on loopback, as far as a deployment needs it: accounts, D1 (a real SQLite), KV, Workers with their
 * assets, versions, deployments and secrets. What wrangler uploads can be read from it.
 */

const ACCOUNT = "0123456789abcdef0123456789abcdef";

interface Uploaded {
  id: string;
  number: number;
  created_on: string;
  message: string;
  bindings: { type: string; name: string; text?: string }[];
  /** Paths of its assets with the hash of each. */
  assets: Record<string, string>;
  modules: string[];
}

interface Failure {
  status: number;
  code: number;
  message: string;
}
/** The connection breaks instead of an answer. */
const CUT = "cut";

export class CloudflareStandIn {
  readonly calls: string[] = [];
  readonly databases = new Map<string, { name: string; sql: DatabaseSync }>();
  readonly namespaces = new Map<string, { title: string; values: Map<string, Buffer> }>();
  readonly versions: Uploaded[] = [];
  /** Ids of versions, the live one last. */
  readonly deployments: { id: string; version_id: string; created_on: string; message: string }[] = [];
  readonly secrets = new Map<string, string>();
  readonly files = new Map<string, string>();
  /** Calls whose method and path it fits fail so. */
  failing: { fits: RegExp; with: Failure | typeof CUT } | null = null;
  #server: Server | undefined;
  #port = 0;
  #pendingAssets: Record<string, string> = {};

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        void this.#answer(request, Buffer.concat(chunks)).then((answer) => {
          if (answer === CUT) {
            request.socket.destroy();
            return;
          }
          response.writeHead(answer.status, {
            "content-type": answer.raw ? "application/octet-stream" : "application/json",
          });
          response.end(answer.raw ?? JSON.stringify(answer.body));
        });
      });
    });
    await new Promise<void>((done) => this.#server?.listen(0, "127.0.0.1", done));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  /** What wrangler must have in its environment. */
  get environment(): Record<string, string> {
    return {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${this.#port}/client/v4`,
      CLOUDFLARE_API_TOKEN: "stand-in",
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    };
  }

  get live(): Uploaded | undefined {
    return this.versions.find(({ id }) => id === this.deployments.at(-1)?.version_id);
  }

  async #answer(request: IncomingMessage, body: Buffer) {
    const url = new URL(request.url ?? "/", "http://cloudflare");
    const path = url.pathname.replace(/^\/client\/v4/, "").replace(`/accounts/${ACCOUNT}`, "");
    const method = request.method ?? "GET";
    this.calls.push(`${method} ${path}`);
    if (this.failing?.fits.test(`${method} ${path}`)) {
      if (this.failing.with === CUT) return CUT;
      const { status, code, message } = this.failing.with;
      return { status, body: { success: false, errors: [{ code, message }], messages: [], result: null } };
    }
    try {
      const result = await this.#route(method, path, url.searchParams, body, request.headers["content-type"] ?? "");
      if (result instanceof Buffer) return { status: 200, raw: result };
      if (result === undefined)
        return {
          status: 404,
          body: {
            success: false,
            errors: [{ code: 10007, message: `not found: ${method} ${path}` }],
            messages: [],
            result: null,
          },
        };
      return {
        status: 200,
        body: {
          success: true,
          errors: [],
          messages: [],
          result,
          result_info: { page: 1, per_page: 100, count: 1, total_count: 1 },
        },
      };
    } catch (error) {
      return {
        status: 400,
        body: { success: false, errors: [{ code: 7500, message: String(error) }], messages: [], result: null },
      };
    }
  }

  async #route(method: string, path: string, query: URLSearchParams, body: Buffer, type: string): Promise<unknown> {
    if (path === "/user") return { id: "user", email: "operator@example.com" };
    if (path === "/user/tokens/verify") return { id: "token", status: "active" };
    if (path === "/accounts" || path === "/memberships")
      return [{ id: ACCOUNT, name: "Stand-in", account: { id: ACCOUNT, name: "Stand-in" } }];
    if (path === "") return { id: ACCOUNT, name: "Stand-in" };
    if (path.startsWith("/d1/")) return this.#d1(method, path, query, body);
    if (path.startsWith("/storage/kv/")) return this.#kv(method, path, query, body);
    return this.#workers(method, path, body, type);
  }

  #d1(method: string, path: string, query: URLSearchParams, body: Buffer): unknown {
    const [, , , id, action] = path.split("/");
    const shown = ([uuid, { name }]: [string, { name: string }]) => ({
      uuid,
      name,
      version: "production",
      created_at: "2026-01-01",
    });
    if (!id) {
      if (method === "POST") {
        const { name } = JSON.parse(String(body)) as { name: string };
        const uuid = randomUUID();
        this.databases.set(uuid, { name, sql: new DatabaseSync(":memory:") });
        return { uuid, name };
      }
      const name = query.get("name");
      return Number(query.get("page") ?? 1) > 1
        ? []
        : [...this.databases].filter(([, one]) => !name || one.name === name).map(shown);
    }
    const found =
      this.databases.get(id) ?? [...this.databases.values()].find(({ name }) => name === decodeURIComponent(id));
    if (!found) return undefined;
    if (!action) return { uuid: id, name: found.name, version: "production" };
    const { sql, params = [] } = JSON.parse(String(body)) as { sql: string; params?: (string | number | null)[] };
    const meta = {
      changed_db: true,
      changes: 0,
      duration: 1,
      last_row_id: 0,
      rows_read: 0,
      rows_written: 0,
      size_after: 0,
    };
    if (/^\s*(select|pragma)/i.test(sql) && !/;\s*\S/.test(sql.trim()))
      return [{ success: true, meta, results: found.sql.prepare(sql).all(...params) }];
    found.sql.exec(sql);
    return [{ success: true, meta, results: [] }];
  }

  #kv(method: string, path: string, query: URLSearchParams, body: Buffer): unknown {
    const [, , , , id, action, ...rest] = path.split("/");
    if (!id) {
      if (method === "POST") {
        const { title } = JSON.parse(String(body)) as { title: string };
        const made = randomUUID().replaceAll("-", "");
        this.namespaces.set(made, { title, values: new Map() });
        return { id: made, title };
      }
      return Number(query.get("page") ?? 1) > 1
        ? []
        : [...this.namespaces].map(([one, { title }]) => ({ id: one, title, supports_url_encoding: true }));
    }
    const values = this.namespaces.get(id)?.values;
    if (!values) return undefined;
    if (action === "keys") {
      const prefix = query.get("prefix") ?? "";
      return [...values.keys()].filter((name) => name.startsWith(prefix)).map((name) => ({ name }));
    }
    if (action === "values") {
      const name = decodeURIComponent(rest.join("/"));
      if (method === "GET") return values.get(name);
      values.set(name, body);
      return {};
    }
    if (action === "bulk" && rest[0] === "get") {
      const { keys } = JSON.parse(String(body)) as { keys: string[] };
      return { values: Object.fromEntries(keys.map((key) => [key, values.get(key)?.toString() ?? null])) };
    }
    if (action === "bulk") {
      const list = JSON.parse(String(body)) as (string | { key: string; value: string; base64?: boolean })[];
      for (const one of list)
        if (typeof one === "string") values.delete(one);
        else values.set(one.key, Buffer.from(one.value, one.base64 ? "base64" : "utf8"));
      return { successful_key_count: list.length, unsuccessful_keys: [] };
    }
    return undefined;
  }

  async #workers(method: string, path: string, body: Buffer, type: string): Promise<unknown> {
    if (path === "/workers/subdomain") return { subdomain: "stand-in" };
    if (path === "/workers/account-settings") return { default_usage_model: "standard" };
    if (path === "/workers/durable_objects/namespaces") return [];
    if (path.startsWith("/workers/workers/"))
      return { id: "voice-widget", name: "voice-widget", subdomain: { enabled: true, previews_enabled: true } };
    if (path.startsWith("/workers/assets/upload")) {
      this.#takeFiles(await formOf(body, type));
      return { jwt: "completion", buckets: null };
    }
    const [, , kind, , ...action] = path.split("/");
    const known = this.versions.length > 0;
    const [noun, id] = action;
    if (noun === "assets-upload-session") {
      const { manifest } = JSON.parse(String(body)) as { manifest: Record<string, { hash: string }> };
      this.#pendingAssets = Object.fromEntries(Object.entries(manifest).map(([file, { hash }]) => [file, hash]));
      const missing = [...new Set(Object.values(this.#pendingAssets))].filter((hash) => !this.files.has(hash));
      return { jwt: missing.length > 0 ? "upload" : "completion", buckets: missing.length > 0 ? [missing] : [] };
    }
    if (noun === "secrets")
      return known ? [...this.secrets.keys()].map((name) => ({ name, type: "secret_text" })) : undefined;
    if (noun === "subdomain") return { enabled: true, previews_enabled: true };
    if (noun === "schedules" || noun === "script-settings")
      return method === "GET" ? (known ? {} : undefined) : { schedules: [] };
    if (noun === "settings") return known ? { bindings: this.live?.bindings ?? [], migration_tag: "v9" } : undefined;
    if (noun === "versions" && method === "GET") {
      const shown = (version: Uploaded) => ({
        id: version.id,
        number: version.number,
        metadata: { created_on: version.created_on, source: "wrangler", author_email: "operator@example.com" },
        annotations: { "workers/message": version.message },
        resources: { bindings: version.bindings, script: { handlers: ["fetch"] }, script_runtime: {} },
      });
      if (!id) return { items: this.versions.map(shown) };
      const version = this.versions.find((one) => one.id === id);
      return version && shown(version);
    }
    if (noun === "deployments") {
      if (method === "POST") {
        const { versions, annotations } = JSON.parse(String(body)) as {
          versions: { version_id: string }[];
          annotations?: Record<string, string>;
        };
        return this.#deploy(versions[0]?.version_id ?? "", annotations?.["workers/message"] ?? "");
      }
      if (!known) return undefined;
      return { deployments: [...this.deployments].reverse().map(shownDeployment) };
    }
    if (kind === "services") {
      if (!known) return undefined;
      return {
        id: "voice-widget",
        default_environment: {
          environment: "production",
          script: { tag: "tag", last_deployed_from: "wrangler", migration_tag: "v9" },
        },
      };
    }
    if (kind === "scripts" && (method === "PUT" || noun === "versions"))
      return this.#upload(await formOf(body, type), method === "PUT");
    if (kind === "scripts" && !path.split("/")[3]) return known ? [{ id: "voice-widget", migration_tag: "v9" }] : [];
    return undefined;
  }

  #takeFiles(form: FormData): void {
    for (const [hash] of form) this.files.set(hash, hash);
  }

  async #upload(form: FormData, live: boolean): Promise<unknown> {
    const metadata = JSON.parse(await textOf(form.get("metadata"))) as {
      bindings?: Uploaded["bindings"];
      annotations?: Record<string, string>;
    };
    const bindings = metadata.bindings ?? [];
    for (const { type, name, text } of bindings) if (type === "secret_text") this.secrets.set(name, text ?? "");
    const version: Uploaded = {
      id: randomUUID(),
      number: this.versions.length + 1,
      created_on: new Date(Date.UTC(2026, 0, 1) + this.versions.length * 1000).toISOString(),
      message: metadata.annotations?.["workers/message"] ?? "",
      bindings: bindings.filter(({ type }) => type !== "secret_text"),
      assets: this.#pendingAssets,
      modules: [...form.keys()].filter((name) => name !== "metadata"),
    };
    this.versions.push(version);
    if (live) this.#deploy(version.id, version.message);
    return {
      id: version.id,
      startup_time_ms: 5,
      tag: "tag",
      etag: version.id,
      deployment_id: version.id,
      metadata: {},
      resources: {},
    };
  }

  #deploy(version_id: string, message: string): unknown {
    const created_on = new Date(Date.UTC(2026, 1, 1) + this.deployments.length * 1000).toISOString();
    const deployment = { id: randomUUID(), version_id, created_on, message };
    this.deployments.push(deployment);
    return shownDeployment(deployment);
  }
}

const shownDeployment = ({ id, version_id, created_on, message }: CloudflareStandIn["deployments"][number]) => ({
  id,
  source: "wrangler",
  strategy: "percentage",
  author_email: "operator@example.com",
  created_on,
  annotations: { "workers/message": message },
  versions: [{ version_id, percentage: 100 }],
});

const formOf = (body: Buffer, type: string): Promise<FormData> =>
  new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
const textOf = async (part: ReturnType<FormData["get"]>): Promise<string> =>
  part === null ? "{}" : typeof part === "string" ? part : part.text();
