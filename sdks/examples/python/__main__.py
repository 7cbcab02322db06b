"""A private image that trains on data from a network volume."""

import pulumi
import pulumi_compute as compute

config = pulumi.Config()

# Looked up while the program runs: a data center that offers the volume's tier.
sites = compute.get_data_centers(network_volume_types=[compute.NetworkVolumeType.STANDARD])
site = sites.data_centers[0].id

registry = compute.RegistryCredential(
    "registry",
    username="puller",
    password=config.require_secret("registryPassword"),
)
data = compute.NetworkVolume("data", data_center=site, size=100)
trainer = compute.Pod(
    "trainer",
    image="registry.example.com/acme/trainer:1.4.0",
    registry=registry.id,
    gpu={"id": "NVIDIA L40S"},
    gpu_alternatives=[{"id": "NVIDIA A40"}],
    data_center_ids=[data.data_center],
    mounts={"network": [{"volume_id": data.id, "path": "/data"}]},
    env={"HF_HOME": "/data/cache"},
    ports=["22/tcp"],
    start_ssh=True,
)

pulumi.export("ssh", trainer.ssh.command)
# The environment as the platform has it, a secret whoever asks.
pulumi.export("environment", compute.get_pod_output(id=trainer.id).env)
