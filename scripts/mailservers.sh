#!/bin/sh
# Install Dovecot and Postfix where they are not and may be: that mails are taken from a mailbox, and handed to a server, is tested against them too.
missing=
[ -x /usr/sbin/dovecot ] || missing="dovecot-imapd"
[ -x /usr/sbin/postfix ] || missing="$missing postfix"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	export DEBIAN_FRONTEND=noninteractive
	apt-get install -y --no-install-recommends $missing >/dev/null 2>&1 && exit 0
	apt-get update >/dev/null 2>&1 && apt-get install -y --no-install-recommends $missing >/dev/null 2>&1 && exit 0
fi
echo "not here, and could not be installed: $missing; mails are taken from, or handed to, a server in the process only"
