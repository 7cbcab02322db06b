// Made from the declarations in provider/kinds by `npm run docs`; do not edit.

/** Pool of hardware. Network volumes require `SECURE`. */
export const Cloud = {
  Secure: "SECURE",
  Community: "COMMUNITY",
} as const;
export type Cloud = (typeof Cloud)[keyof typeof Cloud];

/** What a cluster runs. Determines the roles of its members. */
export const ClusterType = {
  Application: "APPLICATION",
  Training: "TRAINING",
  Slurm: "SLURM",
  Ray: "RAY",
} as const;
export type ClusterType = (typeof ClusterType)[keyof typeof ClusterType];

/** What a create waits for: all members to run, also the primary's SSH endpoint, or nothing. */
export const ClusterWaitFor = {
  Running: "running",
  Ssh: "ssh",
  None: "none",
} as const;
export type ClusterWaitFor = (typeof ClusterWaitFor)[keyof typeof ClusterWaitFor];

/** What a data center complies with. */
export const ComplianceMark = {
  Gdpr: "GDPR",
  IsoIec27001: "ISO_IEC_27001",
  Iso14001: "ISO_14001",
  PciDss: "PCI_DSS",
  Hitrust: "HITRUST",
  Soc1Type2: "SOC_1_TYPE_2",
  Soc2Type2: "SOC_2_TYPE_2",
  Soc3Type2: "SOC_3_TYPE_2",
  Itar: "ITAR",
  FismaHigh: "FISMA_HIGH",
  Hipaa: "HIPAA",
  Renewable: "RENEWABLE",
} as const;
export type ComplianceMark = (typeof ComplianceMark)[keyof typeof ComplianceMark];

/** Whether a change may destroy data. */
export const DataLoss = {
  Refuse: "refuse",
  Allow: "allow",
} as const;
export type DataLoss = (typeof DataLoss)[keyof typeof DataLoss];

/** Whether a pod should be running or stopped. */
export const DesiredStatus = {
  Running: "RUNNING",
  Exited: "EXITED",
} as const;
export type DesiredStatus = (typeof DesiredStatus)[keyof typeof DesiredStatus];

/** What adds workers: time in the queue, or requests in flight. */
export const EndpointScalingType = {
  QueueDelay: "QUEUE_DELAY",
  RequestCount: "REQUEST_COUNT",
} as const;
export type EndpointScalingType = (typeof EndpointScalingType)[keyof typeof EndpointScalingType];

/** How work arrives: as jobs in a queue, or as HTTP requests that go to a worker directly. */
export const EndpointType = {
  Queue: "QUEUE",
  LoadBalancer: "LOAD_BALANCER",
} as const;
export type EndpointType = (typeof EndpointType)[keyof typeof EndpointType];

/** What create and update wait for: a worker that can take a job, or nothing. */
export const EndpointWaitFor = {
  Ready: "ready",
  None: "none",
} as const;
export type EndpointWaitFor = (typeof EndpointWaitFor)[keyof typeof EndpointWaitFor];

/** Faster starts of workers from kept snapshots. */
export const Flashboot = {
  Off: "OFF",
  Flashboot: "FLASHBOOT",
  PriorityFlashboot: "PRIORITY_FLASHBOOT",
} as const;
export type Flashboot = (typeof Flashboot)[keyof typeof Flashboot];

/** Who makes the GPUs. */
export const GpuManufacturer = {
  Nvidia: "NVIDIA",
  Amd: "AMD",
} as const;
export type GpuManufacturer = (typeof GpuManufacturer)[keyof typeof GpuManufacturer];

/** Whether deleting an endpoint may cancel its jobs. */
export const JobLoss = {
  Refuse: "refuse",
  Allow: "allow",
} as const;
export type JobLoss = (typeof JobLoss)[keyof typeof JobLoss];

/** Whether the last key of somebody else may be taken away. */
export const Lockout = {
  Refuse: "refuse",
  Allow: "allow",
} as const;
export type Lockout = (typeof Lockout)[keyof typeof Lockout];

/** Tier of storage. */
export const NetworkVolumeType = {
  Standard: "STANDARD",
  HighPerformance: "HIGH_PERFORMANCE",
} as const;
export type NetworkVolumeType = (typeof NetworkVolumeType)[keyof typeof NetworkVolumeType];

/** What is waited for: the containers to run, or SSH to be reachable as well. */
export const ReadyWaitFor = {
  Running: "running",
  Ssh: "ssh",
} as const;
export type ReadyWaitFor = (typeof ReadyWaitFor)[keyof typeof ReadyWaitFor];

/** Part of the world. */
export const Region = {
  NorthAmerica: "NORTH_AMERICA",
  SouthAmerica: "SOUTH_AMERICA",
  Europe: "EUROPE",
  Asia: "ASIA",
  MiddleEast: "MIDDLE_EAST",
  Africa: "AFRICA",
  Oceania: "OCEANIA",
  Antarctica: "ANTARCTICA",
  Unknown: "UNKNOWN",
} as const;
export type Region = (typeof Region)[keyof typeof Region];

/** Where the console groups a template. It has no other effect. */
export const TemplateCategory = {
  Cpu: "CPU",
  Nvidia: "NVIDIA",
  Amd: "AMD",
} as const;
export type TemplateCategory = (typeof TemplateCategory)[keyof typeof TemplateCategory];

/** Where templates come from. */
export const TemplateSource = {
  Own: "own",
  Official: "official",
  Verified: "verified",
  Community: "community",
} as const;
export type TemplateSource = (typeof TemplateSource)[keyof typeof TemplateSource];

/** What create and update wait for: the container to run, SSH to be reachable, nothing, or its process to end. */
export const WaitFor = {
  Running: "running",
  Ssh: "ssh",
  None: "none",
  Exited: "exited",
} as const;
export type WaitFor = (typeof WaitFor)[keyof typeof WaitFor];
