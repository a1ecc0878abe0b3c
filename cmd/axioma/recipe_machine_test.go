//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"axioma/internal/config"
)

// machine has stand-ins for sudo, systemctl and docker; the program is real.
type machine struct {
	root, home string
}

const (
	programWrapper = `if [ "$1" != serve ] && [ -e "$ROOT/run/address" ]; then
	AXIOMA_LISTEN=$(cat "$ROOT/run/address")
	export AXIOMA_LISTEN
fi
exec "$PROGRAM" "$@"
`
	sudoWrapper = `exec "$@"
`
	serveOfRecipes = `rm -f "$ROOT/run/out" "$ROOT/run/ended" "$ROOT/run/address"
export AXIOMA_LISTEN=127.0.0.1:0
(
	sh -c 'echo $$ >"$ROOT/run/pid"; exec axioma "$@"' sh "$@" >"$ROOT/run/out" 2>"$ROOT/run/log" || true
	touch "$ROOT/run/ended"
) </dev/null >/dev/null 2>&1 &
until grep -q '^Axioma: ' "$ROOT/run/out" 2>/dev/null; do
	[ ! -e "$ROOT/run/ended" ] || { cat "$ROOT/run/log" >&2; exit 1; }
	sleep 0.02
done
sed -n 's#^Axioma: http://##p' "$ROOT/run/out" >"$ROOT/run/address"
cat "$ROOT/run/out"
`
	systemctlOfRecipes = `[ "$2" = axioma ]
stop() {
	[ -e "$ROOT/run/address" ] || return 0
	kill -TERM "$(cat "$ROOT/run/pid")"
	until [ -e "$ROOT/run/ended" ]; do sleep 0.02; done
	rm "$ROOT/run/address"
}
start() {
	set -a
	. "$ROOT/etc/axioma/axioma.env"
	AXIOMA_DATA=$ROOT/var/lib/axioma AXIOMA_BACKUP_TO=$ROOT/var/lib/axioma-backups serve-in-background serve
}
case $1 in
enable | disable) ;;
start) start ;;
stop) stop ;;
restart) stop && start ;;
*) exit 1 ;;
esac
`
	dockerOfRecipes = `[ "$1 $2" = "compose -f" ] && [ -e "$COMPOSE/$3" ]
command=$4
shift 4
here() { case $1 in axioma:*) echo "$ROOT/volumes${1#axioma:}" ;; *) echo "$1" ;; esac; }
inside() {
	for word; do
		shift
		case $word in /data* | /backups*) word=$ROOT/volumes$word ;; esac
		set -- "$@" "$word"
	done
	AXIOMA_DATA=$ROOT/volumes/data AXIOMA_BACKUP_TO=$ROOT/volumes/backups exec axioma "$@"
}
case $command in
exec)
	[ "$1" != -T ] || shift
	[ "$1 $2" = "axioma /usr/bin/axioma" ]
	shift 2
	inside "$@"
	;;
run)
	[ "$1" = --rm ]
	shift
	[ "$1" != --no-deps ] || shift
	[ "$1" = axioma ]
	shift
	inside "$@"
	;;
cp) cp -R "$(here "$1")" "$(here "$2")" ;;
create | stop | up) ;;
*) exit 1 ;;
esac
`
)

func newMachine(t *testing.T) machine {
	t.Helper()
	root := t.TempDir()
	m := machine{root: root, home: filepath.Join(root, "home/you")}
	for _, folder := range []string{"bin", "run", "etc/axioma", "var/lib/axioma-backups", "volumes/data", "volumes/backups", "home/you"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, script := range map[string]string{
		"axioma": programWrapper, "sudo": sudoWrapper, "serve-in-background": serveOfRecipes,
		"systemctl": systemctlOfRecipes, "docker": dockerOfRecipes,
	} {
		writeProgram(t, filepath.Join(root, "bin", name), script)
	}
	for name, text := range map[string]string{
		"etc/axioma/axioma.env": m.inRoot(readFile(t, "../../packaging/axioma.env")),
		"home/you/password.txt": password + "\n",
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { m.stop(t) })
	return m
}

func (m machine) inRoot(text string) string {
	return strings.NewReplacer("/var/lib/axioma", m.root+"/var/lib/axioma", "/etc/axioma", m.root+"/etc/axioma").Replace(text)
}

func (m machine) run(t *testing.T, page string, b block) string {
	t.Helper()
	text := m.inRoot(b.text)
	if b.has("server") {
		text = "serve-in-background " + strings.TrimPrefix(text, "axioma ")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	compose, err := filepath.Abs("../../packaging/compose")
	if err != nil {
		t.Fatal(err)
	}
	shell := exec.CommandContext(t.Context(), "sh", "-euc", text)
	shell.Dir = m.home
	shell.Env = append(config.RemoveSettings(os.Environ()), "PATH="+filepath.Join(m.root, "bin")+":"+os.Getenv("PATH"),
		"HOME="+m.home, "ROOT="+m.root, "PROGRAM="+program, "COMPOSE="+compose, programVariable+"=1")
	shell.Stdin = strings.NewReader(password + "\n")
	out, err := shell.CombinedOutput()
	if failed := err != nil; failed != b.has("fails") {
		t.Fatalf("%s:%d: %v\n%s\n%s", page, b.line, err, b.text, out)
	}
	return strings.NewReplacer(m.root+"/volumes", "", m.root, "").Replace(string(out))
}

func (m machine) stop(t *testing.T) {
	t.Helper()
	ended := func() bool { _, err := os.Stat(filepath.Join(m.root, "run/ended")); return err == nil }
	pid, err := os.ReadFile(filepath.Join(m.root, "run/pid"))
	if err != nil || ended() {
		return
	}
	number, err := strconv.Atoi(strings.TrimSpace(string(pid)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(number, syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	for !ended() {
		time.Sleep(10 * time.Millisecond)
	}
}
