// GPU and CPU pods, clusters, serverless endpoints, network volumes, registry credentials and templates of the Compute Platform.
package compute
