#!/bin/sh
# Install Chromium where none is and it may be: what people see in a browser is tested in it.
command -v chromium >/dev/null || command -v google-chrome >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	export DEBIAN_FRONTEND=noninteractive
	apt-get install -y --no-install-recommends chromium >/dev/null 2>&1 && exit 0
	apt-get update >/dev/null 2>&1 && apt-get install -y --no-install-recommends chromium >/dev/null 2>&1 && exit 0
fi
echo "no Chromium, and it could not be installed: what people see in a browser is not tested"
