// GPU and CPU pods, clusters, serverless endpoints, network volumes, registry credentials, templates and secrets of the Compute Platform.
package compute
