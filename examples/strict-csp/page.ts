/** Shows what the policy refused: nothing, as long as all is well. */
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  const line = document.querySelector("#violations");
  if (line) line.textContent = `Refused: ${violatedDirective} ${blockedURI}`;
});
