import { DatabaseSync } from "node:sqlite";
import { readFileSync, globSync } from "node:fs";
const root = "/work/wt/knowledge/";
const { searchKnowledge } = await import(root + "worker/knowledge/search.ts");
const { indexDocument } = await import(root + "worker/knowledge/index-document.ts");
const { readDocument } = await import(root + "worker/documents/read.ts");
const { savePage } = await import(root + "worker/storage/knowledge-pages.ts");
const { finishRun } = await import(root + "worker/storage/knowledge-sources.ts");
const { QUESTIONS } = await import(process.env.Q ?? root + "bench/knowledge/questions.ts");
const raw = new DatabaseSync(":memory:");
raw.exec("CREATE TABLE projects(id INTEGER PRIMARY KEY, org_id INTEGER); CREATE TABLE agents(id INTEGER)");
raw.exec(readFileSync(root + "worker/storage/migrations/0007_knowledge.sql", "utf8"));
class St { constructor(sql, args=[]) { this.sql=sql; this.args=args; }
  bind(...args) { return new St(this.sql, args); }
  run0() { const n: any = {}; this.args.forEach((a,i)=>{ n[`?${i+1}`]=a; }); const st = raw.prepare(this.sql); return st.all(n); }
  async all() { return { results: this.run0(), meta: {rows_read:0} }; }
  async run() { return { results: this.run0(), meta: {rows_read:0} }; }
  async first(c) { const [r] = this.run0() as any[]; return r ? (c ? r[c] : r) : null; } }
const db = { prepare: (sql) => new St(sql), batch: async (sts) => { const out=[]; for (const s of sts) out.push(await s.run()); return out; } };
raw.exec("INSERT INTO projects VALUES (1, NULL)");
const dir = process.env.DOCS ?? root + "node_modules/undici/docs/docs";
const glob = process.env.GLOB ?? "**/*.md";
let n = 0, chunks = 0;
for (const file of globSync(glob, { cwd: dir })) {
  const bytes = readFileSync(`${dir}/${file}`);
  let doc; try { doc = await readDocument(bytes, "text/markdown"); } catch { continue; }
  const run = `r${++n}`;
  raw.prepare("INSERT INTO knowledge_sources (project_id, kind, title, url, status, run, service_origin, created_at) VALUES (1,'file',?,?,'pending',?,'x',0)").run(doc.title, `https://docs.example/${file}`, run);
  const page = indexDocument(1, doc, { address: "", link: `https://docs.example/${file}`, title: doc.title });
  chunks += page.chunks.length;
  await db.batch([...savePage(db, run, page, 0), finishRun(db, run, { detail: null, failed: 0, skipped: 0 }, 0)]);
}
let first = 0, five = 0; const missed = [];
const t = performance.now();
for (const [q, ...pages] of QUESTIONS) {
  const { items } = await searchKnowledge({ DB: db }, 1, q, 5);
  const at = items.findIndex((i) => pages.some((p) => i.url.endsWith("/" + p)));
  if (at === 0) first++; if (at >= 0) five++;
  if (at !== 0) missed.push(`${at} | ${q} → ${items.map((i) => i.url.replace("https://docs.example/", "").replace("api/","")).join(" ")}`);
}
console.log(n, "pages", chunks, "chunks; first", first, "five", five, "of", QUESTIONS.length, ((performance.now() - t) / QUESTIONS.length).toFixed(1), "ms");
console.log(missed.join("\n"));
