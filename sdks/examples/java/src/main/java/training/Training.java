// A private image that trains on data from a network volume.
package training;

import com.pulumi.Pulumi;
import com.pulumi.compute.ComputeFunctions;
import com.pulumi.compute.NetworkVolume;
import com.pulumi.compute.NetworkVolumeArgs;
import com.pulumi.compute.Pod;
import com.pulumi.compute.PodArgs;
import com.pulumi.compute.RegistryCredential;
import com.pulumi.compute.RegistryCredentialArgs;
import com.pulumi.compute.enums.NetworkVolumeType;
import com.pulumi.compute.inputs.GetDataCentersArgs;
import com.pulumi.compute.inputs.MountsArgs;
import com.pulumi.compute.inputs.NetworkMountArgs;
import com.pulumi.compute.inputs.PodGpuArgs;
import java.util.List;
import java.util.Map;

public class Training {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var sites = ComputeFunctions.getDataCenters(
                GetDataCentersArgs.builder().networkVolumeTypes(NetworkVolumeType.Standard).build());
            var registry = new RegistryCredential("registry", RegistryCredentialArgs.builder()
                .username("puller")
                .password(ctx.config().requireSecret("registryPassword"))
                .build());
            var data = new NetworkVolume("data", NetworkVolumeArgs.builder()
                .dataCenter(sites.applyValue(found -> found.dataCenters().get(0).id()))
                .size(100)
                .build());
            var trainer = new Pod("trainer", PodArgs.builder()
                .image("registry.example.com/acme/trainer:1.4.0")
                .registry(registry.id())
                .gpu(PodGpuArgs.builder().id("NVIDIA L40S").build())
                .dataCenterIds(data.dataCenter().applyValue(List::of))
                .mounts(MountsArgs.builder()
                    .network(NetworkMountArgs.builder().volumeId(data.id()).path("/data").build())
                    .build())
                .env(Map.of("HF_HOME", "/data/cache"))
                .ports("22/tcp")
                .startSsh(true)
                .build());
            ctx.export("ssh", trainer.ssh().applyValue(ssh -> ssh.command()));
        });
    }
}
