#!/bin/sh
# service.sh BUILD - runs the service under a real systemd: PID 1 in namespaces of its own, over a copy-on-write view of
# this machine that is gone afterwards.  Prints what `status` and `doctor` say in it, then `bot test` of a Java bot and of
# our own client within the same unit, with and without a cell.  Needs root, systemd, overlayfs, bubblewrap and a JDK;
# nothing of this machine is changed (systemd raises fs.file-max, which is set back).
set -e
build=$(realpath "$1") source=$(realpath "$(dirname "$0")/..")
[ "$(id -u)" = 0 ] || { echo "service.sh: only root can do that" >&2; exit 2; }

file_max=$(cat /proc/sys/fs/file-max)
place=$(mktemp -d)
cgroups=/sys/fs/cgroup
[ -d $cgroups/unified ] && cgroups=$cgroups/unified
cgroup=$cgroups/kielwasser-$$
mkdir -p "$place/root" "$place/files" "$place/classes" "$cgroup"
chmod 755 "$place"

javac -d "$place/classes" "$source/tests/server/Bot.java"
jar cfe "$place/bot.jar" Bot -C "$place/classes" .

# What runs in the unit instead of the server: a bot's test.
cat > "$place/try" <<'END'
#!/bin/sh
export KIELWASSER_LANG=en
for cell in on off; do
    rm -rf /var/lib/kielwasser/try
    kielwasser bot add It --data /var/lib/kielwasser/try --game penguins "$@" > /dev/null
    echo "-- $* --sandbox $cell"
    kielwasser bot test It --data /var/lib/kielwasser/try --sandbox $cell
done
END

# Inside, when systemd has started.
cat > "$place/look" <<'END'
unit=$(systemctl show -p FragmentPath --value kielwasser)
sleep 3
systemctl is-active kielwasser
kielwasser status --data /var/lib/kielwasser | grep -E '^(port|cells|java)'
setpriv --reuid kielwasser --regid kielwasser --init-groups env KIELWASSER_LANG=en \
    kielwasser doctor --data /var/lib/kielwasser
systemd-analyze security --no-pager kielwasser | tail -n 1
for bot in /srv/bot.jar '/usr/local/bin/kielwasser client --game penguins --player zufall'; do
    sed -e "s#^ExecStart=.*#ExecStart=/srv/try $bot#" -e '/^Restart/d' -e 's/^\[Service\]/[Service]\nType=oneshot/' \
        "$unit" > /etc/systemd/system/try.service
    systemctl daemon-reload
    systemctl start try || true
done
journalctl --sync
journalctl -u try -o cat --no-pager | grep -E '^(--|✔|✘)'
END

# Becomes PID 1.
cat > "$place/boot" <<'END'
set -e
mount -t tmpfs none "$place/files"
mkdir "$place/files/upper" "$place/files/work"
mount -t overlay overlay -o "lowerdir=/,upperdir=$place/files/upper,workdir=$place/files/work" "$place/root"
cd "$place/root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 none dev
for device in null zero full random urandom tty; do
    touch dev/$device
    mount --bind /dev/$device dev/$device
done
ln -s /proc/self/fd dev/fd
mkdir dev/shm dev/pts
mount -t tmpfs none dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs -o mode=755 none run
DESTDIR="$place/root" meson install -C "$build" --no-rebuild > /dev/null
systemd-sysusers --root="$place/root" "$PWD/usr/local/lib/sysusers.d/kielwasser.conf" > /dev/null 2>&1
mkdir -p srv
cp "$place/bot.jar" "$place/try" "$place/look" srv
chmod 755 srv srv/*
printf '[Unit]\nDefaultDependencies=no\nAllowIsolate=yes\nWants=systemd-journald.service kielwasser.service\n' \
    > etc/systemd/system/only.target
mount -t tmpfs -o mode=1777 none tmp
mkdir -p old
pivot_root . old
cd /
umount -l /old
container=service exec /lib/systemd/systemd --unit=only.target
END
export place build
sh -c 'echo $$ > '"$cgroup"'/cgroup.procs; exec unshare --mount --pid --uts --ipc --net --cgroup --fork --kill-child \
    --propagation private sh '"$place"'/boot' > "$place/log" 2>&1 < /dev/null &
outer=$!
sleep 4
inner=$(cat /proc/$outer/task/$outer/children | tr -d ' ')
nsenter -t "$inner" -m -p -u -i -n -C env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 \
    SYSTEMD_COLORS=0 timeout 300 sh /srv/look || cat "$place/log"
kill -9 "$inner"
echo "$file_max" > /proc/sys/fs/file-max
wait $outer 2> /dev/null || true
sleep 1
find "$cgroup" -depth -type d -exec rmdir {} + 2> /dev/null || true
rm -rf "$place"
