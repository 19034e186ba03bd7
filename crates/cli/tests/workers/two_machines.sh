# Two machines in namespaces of their own, with a cable between them; types the blocks of a page on
# each, in order. Words: the folder of this test, that of PostgreSQL's programs, and `croupier`.
set -eu
place=$1 programs=$2 croupier=$3
cd "$place"

# The second machine, and the cable.
ip link set lo up
unshare --net sleep 900 &
second=$!
until [ "$(readlink /proc/$second/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do :; done
ip link add name to-second type veth peer name to-first
ip link set to-first netns $second
ip addr add 10.77.0.1/24 dev to-second
ip link set to-second up
on_second() { nsenter --net=/proc/$second/ns/net "$@"; }
on_second sh -c 'ip link set lo up; ip addr add 10.77.0.2/24 dev to-first; ip link set to-first up'
echo '10.77.0.1 first' > hosts
mount --bind hosts /etc/hosts

# The server as the distribution's package leaves it: for this machine alone.
as_server=
if [ "$(id -u)" = 0 ]; then
    as_server='setpriv --reuid 65534 --regid 65534 --clear-groups --'
fi
mkdir server && chmod 777 server
$as_server "$programs/initdb" -U postgres -A trust --no-sync --locale=C --encoding=UTF8 -D server/data > initdb.log
printf '%s\n' "listen_addresses = ''" "unix_socket_directories = '$place/server'" 'fsync = off' \
    'shared_buffers = 16MB' | $as_server tee -a server/data/postgresql.conf > /dev/null
pg_ctl="$as_server $programs/pg_ctl -D $place/server/data -w -s -l $place/server/log"
$pg_ctl start

# What the page calls and this machine does otherwise.
mkdir bin
shim() { printf '#!/bin/sh\n%s\n' "$2" > "bin/$1"; chmod 755 "bin/$1"; }
shim sudo 'if [ "$1" = -u ]; then shift 2; fi; exec "$@"'
shim apt-get 'echo "$@" > '"$place/installed"
shim systemctl "[ \"\$*\" = 'restart postgresql' ] && exec $pg_ctl -m fast restart"
shim psql "exec $programs/psql -X -h $place/server -U postgres -d postgres \"\$@\""
shim createdb "exec $programs/createdb -h $place/server -U postgres \"\$@\""
ln -s "$croupier" bin/croupier
export PATH="$place/bin:$PATH" TMPDIR="$place/temporary"
mkdir -m 777 temporary

for block in block-*; do
    case $block in
    *-first) bash -eu "$block" ;;
    *-second)
        nsenter --net=/proc/$second/ns/net bash -eu "$block" 2> "$block.said" &
        worker=$!
        ;;
    esac
done
# The shell that typed it waits for it.
kill -s TERM $(cat "/proc/$worker/task/$worker/children") "$worker"
wait "$worker" || true
$pg_ctl -m fast stop
kill "$second"
