#!/bin/sh
# Pulumi Deployments of a stack whose state is in Pulumi Cloud. Of yours: the names, and COMPUTE_API_KEY and COMPUTE_API_URL in the
# environment; the key is stored encrypted.
set -eu
pulumi deployment settings edit --stack acme/stack/prod \
  --github-repo acme/stack --branch main --preview-prs --push-to-deploy \
  --env "COMPUTE_API_URL=$COMPUTE_API_URL" --secret-env "COMPUTE_API_KEY=$COMPUTE_API_KEY"
# Mends drift every four hours, as `compute keep --mend` would.
pulumi stack schedule new --stack acme/stack/prod --kind drift --cron "0 */4 * * *" --auto-remediate --yes
