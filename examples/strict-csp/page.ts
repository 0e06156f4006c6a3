/** Shows what the policy refused, which should be nothing. */
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  const line = document.querySelector("#violations");
  if (line) line.textContent = `Refused: ${violatedDirective} ${blockedURI}`;
});
