// GPU and CPU pods, clusters, network volumes and registry credentials of the Compute Platform.
package compute
