/** The page's whole style; its hash stands in the Content-Security-Policy. */
export const STYLE = `
:root{color-scheme:light dark;--text:light-dark(#1b2430,#e6eaf0);--muted:light-dark(#5a6675,#9aa6b5);--line:light-dark(#dfe4ea,#2c3540);--back:light-dark(#fff,#12171d);--raised:light-dark(#f5f7f9,#1a2129);--accent:light-dark(#2450c8,#8fb0ff);--get:light-dark(#0b6e4f,#5fd3a6);--post:light-dark(#2450c8,#8fb0ff);--patch:light-dark(#8a5a00,#f0b954);--delete:light-dark(#b3261e,#ff8f87)}
*{box-sizing:border-box}
html{scroll-padding-top:1.5rem}
body{margin:0;font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--text);background:var(--back);display:grid;grid-template-columns:19rem minmax(0,1fr)}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
code,pre{font:0.86em/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
:not(pre)>code{background:var(--raised);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--raised);border:1px solid var(--line);border-radius:8px;padding:.9rem 1rem;overflow-x:auto;margin:.5rem 0}
nav{position:sticky;top:0;align-self:start;height:100vh;overflow-y:auto;padding:1.6rem 1.25rem 3rem;border-right:1px solid var(--line);font-size:.875rem}
nav h2{font-size:.8rem;margin:1.4rem 0 .3rem;color:var(--muted);font-weight:600}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:block;padding:.2rem .5rem;margin-left:-.5rem;border-radius:6px;color:inherit;text-decoration:none}
nav li a:hover{background:var(--raised)}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem 1rem;z-index:1}
main{padding:2.2rem clamp(1.25rem,4vw,4rem) 6rem;max-width:64rem}
h1{font-size:2rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 .5rem;text-wrap:balance}
h2{font-size:1.45rem;margin:3.5rem 0 .2rem;letter-spacing:-.01em}
h3{font-size:1.1rem;margin:0;line-height:1.35}
h4{font-size:.9rem;margin:1.3rem 0 .4rem;color:var(--muted);font-weight:600}
p{margin:.6rem 0;max-width:46rem}
.lead{color:var(--muted)}
section.operation{border-top:1px solid var(--line);padding:1.6rem 0 .4rem;margin-top:1.2rem}
.address{display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:baseline;margin:.35rem 0 .2rem;font:600 .9rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.method{font-weight:700;text-transform:uppercase}
.get{color:var(--get)}.post{color:var(--post)}.patch{color:var(--patch)}.delete{color:var(--delete)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem;margin:.3rem 0}
th{text-align:left;font-weight:600;color:var(--muted)}
th,td{padding:.45rem .8rem .45rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td:first-child{min-width:11rem}td:last-child{min-width:12rem}
.required{display:inline-block;margin-left:.45rem;font-size:.75rem;color:var(--delete)}
td.status,th.status{min-width:0;width:5.5rem}
.status{font-weight:700;font-variant-numeric:tabular-nums}
details{margin:.15rem 0}
summary{cursor:pointer;font-size:.875rem;color:var(--accent)}
.case{font-weight:600;font-size:.875rem;margin:1rem 0 0}
@media(max-width:52rem){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line);padding-bottom:1.5rem}nav ul{columns:2;column-gap:1.5rem}nav li{break-inside:avoid}td:first-child{min-width:8rem}td.status,th.status{width:4.2rem}td:last-child{min-width:8rem}}
@media print{nav{display:none}body{display:block}}
`;
