import { deploy } from "../../../scripts/deploy/deploy.ts";
import { rollback } from "../../../scripts/deploy/rollback.ts";
import { DeployError, wranglerIn } from "../../../scripts/deploy/wrangler.ts";

/** `npm run deploy` and `npm run rollback` of another folder, without the build: `run-deploy.ts deploy|rollback FOLDER works|fails`. */
const [command, folder = ".", smoke] = process.argv.slice(2);
const options = { wrangler: wranglerIn(folder), folder, say: console.log };
try {
  if (command === "rollback") rollback(options);
  else
    await deploy({
      ...options,
      environment: process.env,
      smoke: () =>
        smoke === "fails" ? Promise.reject(new Error("The agent did not answer")) : Promise.resolve("tried"),
    });
} catch (error) {
  if (!(error instanceof DeployError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
