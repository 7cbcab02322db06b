"""A private image, a shared volume, a pod that uses both, and a cluster."""

import pulumi
import pulumi_compute as compute

config = pulumi.Config()
data_center = config.get("dataCenter") or "EU-XX-1"
gpu_type = config.get("gpuType") or "NVIDIA L40S"

# What the platform pulls private images with. Rotating the password replaces the credential, in one `up`.
registry = compute.RegistryCredential(
    "registry",
    username=config.get("registryUsername") or "puller",
    password=config.require_secret("registryPassword"),
)

# Outlives the pods that mount it. Grows in place; anything that would replace it is refused.
datasets = compute.NetworkVolume(
    "datasets",
    data_center=config.get("volumeDataCenter") or data_center,
    size=config.get_int("volumeSize") or 100,
)

trainer = compute.Pod(
    "trainer",
    image=f"registry.example.com/acme/trainer:{config.get('imageTag') or '1.4.0'}",
    registry=registry.id,
    gpu={"id": gpu_type, "count": config.get_int("gpuCount") or 1},
    data_center_ids=[data_center],
    mounts={"network": [{"volume_id": datasets.id, "path": "/data"}]},
    env={"STAGE": config.get("stage") or "dev"},
    ports=["8888/http", "22/tcp"],
    start_ssh=True,
    stop_when_idle={"after": config.get("stopIdleAfter") or "12h"},
    restart_triggers=[config.get("start") or "1"],
)

cluster = compute.Cluster(
    "training",
    name=config.get("clusterName") or "quickstart-training",
    type=compute.ClusterType.TRAINING,
    compute={"gpu_type_id": gpu_type, "gpu_count_per_pod": 1, "pod_count": 2},
    image="registry.example.com/public/distributed:2.0",
    ports=["22/tcp"],
)

pulumi.export("registryId", registry.id)
pulumi.export("volumeId", datasets.id)
pulumi.export("podId", trainer.id)
pulumi.export("podStatus", trainer.status)
pulumi.export("clusterId", cluster.id)
