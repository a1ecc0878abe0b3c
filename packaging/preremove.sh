#!/bin/sh
# Runs before removal: stops the service. The data stay in /var/lib/axioma, even after a purge.
set -e
[ "$1" = remove ] || exit 0
[ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ] || exit 0
systemctl disable --now axioma.service
