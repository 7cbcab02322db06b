// Made from the emulator's catalog (emulator/catalog/fixtures) by `npm run docs`; do not edit.

/** Id of a GPU type: those of the emulator's catalog are completed, and any other text is taken too. */
export type GpuTypeId =
  | "NVIDIA L40S"
  | "NVIDIA GeForce RTX 4090"
  | "NVIDIA RTX A5000"
  | "NVIDIA A40"
  | "NVIDIA RTX A6000"
  | "NVIDIA RTX A4000"
  | "NVIDIA A100 80GB PCIe"
  | "NVIDIA H100 80GB HBM3"
  | "NVIDIA H200"
  | "AMD Instinct MI300X OAM"
  | (string & {});

/** Id of a CPU flavor: those of the emulator's catalog are completed, and any other text is taken too. */
export type CpuFlavorId = "cpu3c" | "cpu3g" | "cpu3m" | "cpu5c" | "cpu5g" | "cpu5m" | (string & {});

/** Id of a data center: those of the emulator's catalog are completed, and any other text is taken too. */
export type DataCenterId = "EU-XX-1" | "US-XX-1" | "AS-XX-1" | "OC-XX-1" | (string & {});
