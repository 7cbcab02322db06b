// What people find where: by what they want to do, and resources in the order in which they are used.

const sidebar = [
  {
    text: "Start",
    pages: ["start", "guides/python", "guides/languages", "examples/index", "templates"],
  },
  {
    text: "Resources",
    pages: [
      ...[
        "index",
        "pod",
        "network-volume",
        "cluster",
        "endpoint",
        "template",
        "registry-credential",
        "ready",
        "job-run",
      ],
      ...["ssh-key", "account-ssh-keys", "account-secret", "registry-delegation"],
    ].map((name) => `resources/${name}`),
  },
  {
    text: "Run machines",
    pages: ["fleets", "ssh", "capacity-and-fallback", "jobs", "mounts-and-data-safety", "data-sources"].map(guide),
  },
  {
    text: "Bring in what exists",
    pages: [...["adopt", "coming-from-another-provider", "resource-options"].map(guide)],
  },
  {
    text: "Work as a team",
    pages: [
      ...[
        "several-machines-and-ci",
        "plans-for-review",
        "drift-detection-in-ci",
        "automation",
        "state-and-backends",
        "plugin",
      ].map(guide),
      "guides/from-local-engine-to-cli",
    ],
  },
  {
    text: "Spend less",
    pages: ["guides/costs", "guides/keep", "examples/policies", "guides/rate-limits"],
  },
  {
    text: "Keep secrets",
    pages: ["guides/secrets-and-rotation", "guides/security"],
  },
  {
    text: "Test without an account",
    pages: ["guides/testing-stacks", "guides/emulated-jobs"],
  },
  {
    text: "When something goes wrong",
    pages: ["guides/troubleshooting", "guides/interrupted-runs", "errors", "guides/upgrading"],
  },
  {
    text: "Look things up",
    pages: ["guides/settings", "cli", "how-we-know", "performance", "changelog"],
  },
  {
    text: "Behind it",
    isFolded: true,
    pages: ["architecture", "recipes", "proofs", "decisions/index", "contract/platform-api", "reference/pulumi-engine"],
  },
];

function guide(name) {
  return `guides/${name}`;
}

/** Reached from a page that lists them. */
const listed = /^(examples|decisions)\/|^(index|guides\/index)$/;

/** The sidebar. A page that it does not name yet is below "Look things up". */
export function navigationOf(pages) {
  const named = new Set(sidebar.flatMap((group) => group.pages));
  const others = [...pages.keys()]
    .map((page) => page.replace(/\.md$/, ""))
    .filter((page) => !named.has(page) && !listed.test(page));
  return sidebar.map((group) =>
    group.text === "Look things up" ? { ...group, pages: [...group.pages, ...others] } : group,
  );
}
