// What the docs site says of its releases: which there are, and which pages each of them has.

/** Versions of tags such as v1.2.0, newest first. Pre-releases have no pages of their own. */
export const releasesAmong = (tags) =>
  tags
    .flatMap((tag) => /^v(\d+\.\d+\.\d+)$/.exec(tag.trim())?.[1] ?? [])
    .map((version) => ({ version, parts: version.split(".").map(Number) }))
    .sort((a, b) => b.parts[0] - a.parts[0] || b.parts[1] - a.parts[1] || b.parts[2] - a.parts[2])
    .map(({ version }) => version);

/** A script beside the versions' folders, so that it works from a disk too, where nothing may be fetched. */
export const versionsScript = (releases, pages) =>
  `globalThis.docsVersions = ${JSON.stringify({ releases, pages })};\n`;

/** Leads to the newest release. */
export const indexPage = (newest) => `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>pulumi-compute-platform</title>
<meta http-equiv="refresh" content="0; url=./${newest}/index.html">
<a href="./${newest}/index.html">pulumi-compute-platform ${newest}</a>
</html>
`;
