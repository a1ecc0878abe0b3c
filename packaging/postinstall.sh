#!/bin/sh
# Runs after unpacking: enables and starts the service, or restarts it after an upgrade. Does nothing without systemd.
set -e
[ "$1" = configure ] || exit 0
[ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
if [ -z "$2" ]; then # first installation
	systemctl enable axioma.service
fi
if systemctl --quiet is-enabled axioma.service; then
	# A start may wait for a database or a migration; apt does not wait.
	systemctl --no-block restart axioma.service
fi
