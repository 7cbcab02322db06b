/** What there is, one table for each kind, filtered and sorted. */
export const resources = `
const id = { title: "Id", kind: "id", of: (row) => row.id };
const name = { title: "Name", kind: "name", of: (row) => row.name };
const status = { title: "Status", kind: "status", of: (row) => row.status };
const image = { title: "Image", kind: "long end", of: (row) => row.image };
const dataCenter = { title: "Data center", of: (row) => row.dataCenterId ?? row.dataCenter };
const spent = { title: "So far", kind: "number", of: (row) => usd(row.spentUsd), by: (row) => row.spentUsd };
const money = [{ title: "Compute", kind: "number", of: (row) => usdPerHour(row.computePerHourUsd), by: (row) => row.computePerHourUsd }, spent];
const hardware = { title: "Hardware", of: (row) => row.gpu ? row.gpu.count + " x " + (row.gpu.id ?? row.gpu.pools.join(", ")) :
  [row.cpu].flat().filter(Boolean).map((cpu) => cpu.vcpuCount + " vCPU " + cpu.id).join(", ") };
const counts = (named) => Object.entries(named).filter(([, count]) => count > 0).map(([each, count]) => count + " " + each).join(", ");
const clusterTone = ({ pods }) => pods.byStatus.ERROR ? "ERROR" : pods.byStatus.RUNNING === pods.total ? "RUNNING" : "STARTING";
const numberOf = (title, of) => ({ title, kind: "number", of, by: of });

const sections = [
  { title: "Pods", key: "pods", columns: [name, status, hardware, dataCenter, ...money, image, id] },
  { title: "Clusters", key: "clusters", columns: [name, { title: "Status", kind: "status", of: (row) => counts(row.pods.byStatus), toneOf: clusterTone },
    { title: "Type", of: (row) => row.type }, { title: "Hardware", of: ({ compute }) => compute.podCount + " x " + compute.gpuCountPerPod + " x " + compute.gpuTypeId },
    dataCenter, ...money, id] },
  { title: "Endpoints", key: "endpoints", columns: [name, { title: "Type", of: (row) => row.type }, hardware,
    { title: "Workers", of: ({ summary: { total, ...each } }) => counts(each) || "none" },
    { title: "Jobs", of: (row) => row.counters.inQueue + " queued, " + row.counters.completed + " done, " + row.counters.failed + " failed" }, ...money, id] },
  { title: "Network volumes", key: "networkVolumes", columns: [name, numberOf("GB", (row) => row.size), dataCenter,
    { title: "Tier", of: (row) => row.type }, { title: "Storage", kind: "number", of: (row) => usdPerHour(row.ratePerHourUsd), by: (row) => row.ratePerHourUsd }, spent, id] },
  { title: "Templates", key: "templates", columns: [name, image, id] },
  { title: "Registry credentials", key: "registries", columns: [name, id] },
  { title: "Secrets", key: "secrets", columns: [name, id] },
  { title: "Delegations", key: "delegations", columns: [name, { title: "Repository", of: (row) => row.repository }, id] },
  { title: "Faults in force", key: "faults", columns: [{ title: "Call", kind: "mono", of: (row) => (row.method ?? "any") + " " + (row.path ?? "*") },
    { title: "Phase", of: (row) => row.phase }, { title: "Answer", of: (row) => row.status }, { title: "Times", of: (row) => row.times ?? 1 }, numberOf("Struck", (row) => row.struck), id] },
  { title: "Hardware", key: "capacity", columns: [{ title: "Type", of: (row) => row.type }, dataCenter, { title: "Cloud", of: (row) => row.cloud },
    numberOf("Free", (row) => row.free), numberOf("In all", (row) => row.total), { title: "CUDA", of: (row) => row.cuda }] },
];

let resourceWords = [];
for (const section of sections) {
  section.heading = element("h3");
  section.table = table(section.columns, { open: section.key === "capacity" ? undefined : (row) => openDetails(section, row), redraw: () => drawResources() });
  section.part = element("div", {}, section.heading, section.table.node);
}

/** How each kind stands under its heading, and which kinds the account has none of. */
function drawResources() {
  if (!latest) return;
  const parts = [];
  for (const { key, title, heading, table, part } of sections) {
    const rows = latest[key] ?? [];
    const fitting = table.show(rows, resourceWords);
    heading.textContent = title + " (" + (fitting === rows.length ? "" : fitting + " of ") + rows.length + ")";
    if (fitting > 0) parts.push([key, part]);
  }
  const missing = sections.filter(({ key }) => (latest[key] ?? []).length === 0).map(({ title }) => title.toLowerCase());
  fill("resources", [parts.map(([key]) => key), missing, resourceWords.length > 0], () => [
    ...parts.map(([, part]) => part),
    ...(parts.length === 0 && resourceWords.length > 0 ? [element("p", { className: "none", textContent: "Nothing fits the filter." })] : []),
    ...(missing.length > 0 ? [element("p", { className: "none", textContent: "No " + missing.join(", ") + "." })] : []),
  ]);
}
at("filter").oninput = (event) => { resourceWords = wordsOf(event.target.value); drawResources(); };
`;
