#!/bin/sh
# After the package is unpacked: the service is started, and anew after an upgrade. Without systemd nothing is done.
set -e
[ "$1" = configure ] || exit 0
[ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
if [ -z "$2" ]; then # the first installation
	systemctl enable axioma.service
fi
if systemctl --quiet is-enabled axioma.service; then
	# A start may wait for a database or a migration; apt does not.
	systemctl --no-block restart axioma.service
fi
