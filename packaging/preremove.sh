#!/bin/sh
# Before the package is removed: the service is stopped. Its data stay in /var/lib/axioma, also after a purge.
set -e
[ "$1" = remove ] || exit 0
[ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ] || exit 0
systemctl disable --now axioma.service
