import { documentation } from "./questions/documentation.ts";
import { handbook } from "./questions/handbook.ts";
import { helpCentre } from "./questions/help-centre.ts";
import { policies } from "./questions/policies.ts";
import type { Questions } from "./questions/questions.ts";
import { electronPages, type SitePage } from "./texts/electron.ts";
import { repositoryPages } from "./texts/repositories.ts";

export interface Corpus {
  name: string;
  /** Texts that nobody here wrote; fetched, never committed. */
  pages(): Promise<SitePage[]>;
  questions: Questions;
}

export const CORPORA: readonly Corpus[] = [
  { name: "documentation (Electron)", pages: electronPages, questions: documentation },
  {
    name: "a shop's help centre (Arduino)",
    pages: () =>
      repositoryPages({
        repository: "arduino/help-center-content",
        commit: "ba74efc775755dc886d8d759d4d8f78a8012b954",
        folders: ["content"],
      }),
    questions: helpCentre,
  },
  {
    name: "policies (37signals, GitHub)",
    pages: async () => [
      ...(await repositoryPages({
        repository: "basecamp/policies",
        commit: "d39f6f17bbd90d82b1df9fa7a0df845edd487de0",
        folders: ["."],
      })),
      ...(await repositoryPages({
        repository: "github/site-policy",
        commit: "12992597c5d9d8cfc006693c54b9609d9993bc99",
        folders: ["Policies"],
      })),
    ],
    questions: policies,
  },
  {
    name: "handbooks, German and Spanish (Ludothek, Adobe)",
    pages: async () => [
      ...(await repositoryPages({
        repository: "sba/hilfe.ludothekprogramm.ch",
        commit: "81cce49b34d9fc41fb801720107865c883f37c98",
        folders: ["user/pages"],
        language: "de",
      })),
      ...(await repositoryPages({
        repository: "AdobeDocs/commerce-knowledge-base.es-ES",
        commit: "634a5526eb8ec28c2bed23881c687772f39be754",
        folders: ["help"],
        language: "es",
      })),
    ],
    questions: handbook,
  },
];
