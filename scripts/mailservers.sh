#!/bin/sh
# Install Dovecot where it is not and may be: that mails are taken from a mailbox is tested against it too.
[ -x /usr/sbin/dovecot ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	export DEBIAN_FRONTEND=noninteractive
	apt-get install -y --no-install-recommends dovecot-imapd >/dev/null 2>&1 && exit 0
	apt-get update >/dev/null 2>&1 && apt-get install -y --no-install-recommends dovecot-imapd >/dev/null 2>&1 && exit 0
fi
echo "no Dovecot, and it could not be installed: mails are taken from a server in the process only"
