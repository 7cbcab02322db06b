import pulumi
import pulumi_compute as compute

config = pulumi.Config()

# Lets you in. Keys reach only pods that are made afterwards, so the pod depends on it.
public_key = config.get("sshKey")
keys = [compute.SshKey("mine", public_key=public_key)] if public_key else []

trainer = compute.Pod(
    "trainer",
    image=config.require("image"),
    # The cheapest in stock that has it.
    gpu={
        "memory": config.require_int("gpuMemory"),
        "max_hourly_cost": config.require_float("maxHourlyCost"),
    },
    ports=["22/tcp"],
    start_ssh=True,
    opts=pulumi.ResourceOptions(depends_on=keys),
)

pulumi.export("ssh", trainer.ssh.command)
