import pulumi
import pulumi_compute as compute

config = pulumi.Config()

trainer = compute.Pod(
    "trainer",
    image=config.require("image"),
    gpu={"id": config.require("gpuType")},
    gpu_alternatives=[{"id": "NVIDIA A40"}],
    ports=["22/tcp"],
    start_ssh=True,
)

pulumi.export("ssh", trainer.ssh.command)
