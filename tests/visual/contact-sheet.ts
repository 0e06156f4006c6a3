import { globSync } from "node:fs";
import { basename, dirname } from "node:path";

/** All pictures in `folder`, one row for each state and one column for each look. */
export function contactSheet(folder: string): string {
  const files = globSync("*/*.png", { cwd: folder }).map((file) => file.replaceAll("\\", "/"));
  const looks = [...new Set(files.map((file) => dirname(file)))].sort();
  const states = [...new Set(files.map((file) => basename(file, ".png")))].sort();
  const cell = (look: string, state: string) => {
    const file = `${look}/${state}.png`;
    if (!files.includes(file)) return "<td></td>";
    return `<td><a href="${file}"><img loading="lazy" src="${file}" alt="${state}, ${look}"></a></td>`;
  };
  const rows = states.map(
    (state) => `<tr><th scope="row" id="${state}">${state}</th>${looks.map((look) => cell(look, state)).join("")}</tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every state in every look</title>
<style>
  body { margin: 0; font: 14px/1.4 system-ui, sans-serif; background: #d9dce3; color: #14171f }
  table { border-spacing: 12px }
  thead th { position: sticky; top: 0; z-index: 1; padding: 8px; background: #d9dce3; text-align: start }
  tbody th { position: sticky; left: 0; padding: 4px; background: #d9dce3; text-align: start; vertical-align: top }
  td { vertical-align: top }
  img { display: block; block-size: 420px; border-radius: 8px }
</style>
<table><thead><tr><th></th>${looks.map((look) => `<th scope="col">${look}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></html>
`;
}
