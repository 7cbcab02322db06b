#!/bin/sh
# Pulumi Deployments of a stack whose state is in Pulumi Cloud. Of yours: the names, and COMPUTE_API_KEY and COMPUTE_API_URL in the
# environment. Run it in the project's folder and commit Pulumi.prod.yaml, which then has the key, encrypted by Pulumi Cloud.
set -eu
pulumi config set --stack acme/stack/prod compute:apiUrl "$COMPUTE_API_URL"
# Through a pipe, because other users of the machine can read the arguments of a command.
printf %s "$COMPUTE_API_KEY" | pulumi config set --stack acme/stack/prod --secret compute:apiKey
pulumi deployment settings edit --stack acme/stack/prod \
  --github-repo acme/stack --branch main --preview-prs --push-to-deploy
# Mends drift every four hours, as `compute keep --mend` would.
pulumi stack schedule new --stack acme/stack/prod --kind drift --cron "0 */4 * * *" --auto-remediate --yes
