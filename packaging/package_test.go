//go:build release

// Package packaging has the files of a release. Its test, run by scripts/release-dry, installs the Debian package
// AXIOMA_PACKAGE and runs the program as the unit does. It needs root and dpkg.
package packaging

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// account is in the range that systemd uses for DynamicUser.
const account = 61234

func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

func installPackage(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name := root; strings.HasPrefix(name, os.TempDir()+"/"); name = filepath.Dir(name) {
		must(t, os.Chmod(name, 0o755))
	}
	for _, folder := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates", "run", "tmp"} {
		must(t, os.MkdirAll(filepath.Join(root, folder), 0o755))
	}
	must(t, os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644))
	dpkg(t, root, "--install", os.Getenv("AXIOMA_PACKAGE"))
	return root
}

// dpkg works on a root without a shell: maintainer scripts run outside of it.
func dpkg(t *testing.T, root string, args ...string) {
	t.Helper()
	t.Log(command(t, "dpkg", append([]string{"--root=" + root, "--log=/dev/null", "--force-script-chrootless"}, args...)...))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, names ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(names...))
	must(t, err)
	return string(content)
}

func TestPackage_Install_Serves(t *testing.T) {
	root := installPackage(t)
	unit := filepath.Join(root, "usr/lib/systemd/system/axioma.service")
	here := filepath.Join(t.TempDir(), "axioma.service")
	must(t, os.WriteFile(here, []byte(strings.ReplaceAll(read(t, unit), "/usr/bin/", root+"/usr/bin/")), 0o600))
	t.Log(command(t, "systemd-analyze", "verify", "--man=no", here))
	security := strings.Split(strings.TrimSpace(command(t, "systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", unit)), "\n")
	t.Log(security[len(security)-1])
	settings, err := os.Stat(filepath.Join(root, "etc/axioma/axioma.env"))
	must(t, err)
	if settings.Mode() != 0o600 || !strings.Contains(read(t, root, "var/lib/dpkg/info/axioma.conffiles"), "/etc/axioma/axioma.env") {
		t.Errorf("the settings have mode %s, and an upgrade has to leave them alone", settings.Mode())
	}
	if page := command(t, "zcat", filepath.Join(root, "usr/share/man/man1/axioma.1.gz")); !strings.HasPrefix(page, ".TH AXIOMA 1 ") {
		t.Errorf("the manual page begins with %.40q, want %q at the start of it", page, ".TH AXIOMA 1 ")
	}
	t.Log(command(t, "chroot", root, "/usr/bin/axioma", "--version"))

	checkServer(t, root, read(t, unit))

	dpkg(t, root, "--purge", "axioma")
	if _, err := os.Stat(filepath.Join(root, "var/lib/axioma/axioma.db")); err != nil {
		t.Errorf("the data were removed with the package: %v", err)
	}
}

func checkServer(t *testing.T, root, unit string) {
	t.Helper()
	data := filepath.Join(root, "var/lib/axioma")
	must(t, os.MkdirAll(data, 0o700))
	must(t, os.Chown(data, account, account))
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(root, "run/notify"), Net: "unixgram"})
	must(t, err)
	defer func() { _ = manager.Close() }()
	must(t, os.Chmod(filepath.Join(root, "run/notify"), 0o666))

	words := strings.Fields(line(unit, "ExecStart"))
	server := exec.Command(words[0], words[1:]...)
	backups := filepath.Join(root, "var/lib/axioma-backups")
	must(t, os.MkdirAll(backups, 0o700))
	must(t, os.Chown(backups, account, account))
	server.Env = append(lines(unit, "Environment"), "AXIOMA_LISTEN=127.0.0.1:0", "NOTIFY_SOCKET=/run/notify", "WATCHDOG_USEC=100000")
	server.Dir = "/"
	server.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: account, Gid: account}}
	var log bytes.Buffer
	server.Stderr = &log
	out, err := server.StdoutPipe()
	must(t, err)
	must(t, server.Start())
	defer func() {
		_ = server.Process.Kill()
		t.Log(log.String())
	}()
	greeting, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	url := strings.TrimPrefix(strings.TrimSpace(greeting), "Axioma: ")
	expectNotification(t, manager, "READY=1")
	expectNotification(t, manager, "WATCHDOG=1")

	answer, err := http.Get(url + "/api/readyz")
	must(t, err)
	must(t, answer.Body.Close())
	if answer.StatusCode != http.StatusOK {
		t.Errorf("it reports that it is ready, but answers %s, want 200", answer.Status)
	}
	address := strings.TrimPrefix(url, "http://")
	command(t, "chroot", root, "/usr/bin/axioma", "healthcheck", "--listen", address)
	createOperator(t, root)

	must(t, server.Process.Signal(syscall.SIGTERM))
	expectNotification(t, manager, "STOPPING=1")
	if err := server.Wait(); err != nil {
		t.Errorf("the server stopped with %v", err)
	}
}

// createOperator creates an account as root. The files must stay owned by the server's account.
func createOperator(t *testing.T, root string) {
	t.Helper()
	create := exec.CommandContext(t.Context(), "chroot", root, "/usr/bin/axioma", "superadmin", "create", "--email", "ana@axioma.test", "--data", "/var/lib/axioma")
	create.Stdin = strings.NewReader("Otra-clave-7\n")
	out, err := create.CombinedOutput()
	if err != nil {
		t.Errorf("no operator: %v: %s", err, out)
	}
	t.Log(string(out))
	files, err := os.ReadDir(filepath.Join(root, "var/lib/axioma"))
	must(t, err)
	for _, file := range files {
		info, err := file.Info()
		must(t, err)
		if owner := info.Sys().(*syscall.Stat_t); owner.Uid != account || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s belongs to %d and has %s; want the account, and no access for others", file.Name(), owner.Uid, info.Mode())
		}
	}
}

func line(unit, name string) string {
	return regexp.MustCompile(`(?m)^` + name + `=(.*)$`).FindStringSubmatch(unit)[1]
}

func lines(unit, name string) (values []string) {
	for _, found := range regexp.MustCompile(`(?m)^`+name+`=(.*)$`).FindAllStringSubmatch(unit, -1) {
		values = append(values, found[1])
	}
	return values
}

func expectNotification(t *testing.T, manager *net.UnixConn, begins string) {
	t.Helper()
	text := make([]byte, 1024)
	for {
		n, err := manager.Read(text)
		must(t, err)
		if strings.HasPrefix(string(text[:n]), begins) {
			t.Logf("the service manager received %q", text[:n])
			return
		}
	}
}
