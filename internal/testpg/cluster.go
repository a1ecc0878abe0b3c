//go:build unix

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	superuser = "postgres"
	tester    = "tester" // superusers bypass row-level security

	startLimit = 60 * time.Second
	stopLimit  = 10 * time.Second

	// Another process may take a free port first.
	startAttempts = 3

	// The path of a Unix socket has about 100 bytes: this leaves room for the name.
	longestSocketFolder = 80
)

type cluster struct {
	programs   string
	version    string
	folder     string
	port       int
	password   string
	credential *syscall.Credential
	server     *exec.Cmd
	exit       chan error
}

// startCluster starts a PostgreSQL. It removes everything on failure.
func startCluster(ctx context.Context) (*cluster, error) {
	programs, err := findPrograms(exec.LookPath, debianGlob)
	if err != nil {
		return nil, err
	}
	credential, err := findUnprivilegedAccount()
	if err != nil {
		return nil, err
	}
	c := &cluster{programs: programs, credential: credential, password: rand.Text()}
	if err := c.start(ctx); err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

// findUnprivilegedAccount returns an account for PostgreSQL, which refuses root; nil: the current one.
func findUnprivilegedAccount() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	account, err := user.Lookup(superuser)
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL does not run as root, and the user %s is missing (it comes with the package postgresql): %w", superuser, err)
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("read the id of user %s: %w", superuser, err)
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("read the group of user %s: %w", superuser, err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

func (c *cluster) start(ctx context.Context) error {
	version, err := c.command(ctx, "initdb", "--version").Output()
	if err != nil {
		return fmt.Errorf("ask initdb for its version: %w", err)
	}
	if c.version, err = readVersion(string(version)); err != nil {
		return err
	}
	if err = c.makeFolder(); err != nil {
		return err
	}
	if err = c.initialize(ctx); err != nil {
		return err
	}
	for range startAttempts {
		if err = c.launch(ctx); !errors.Is(err, errPortTaken) {
			return err
		}
	}
	return err
}

// findMemoryFolder returns a RAM disk with room for many databases, unless TMPDIR is set: creating and dropping them is
// mostly file work.
func findMemoryFolder() string {
	const folder, room = "/dev/shm", 4 << 30
	var stats syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(folder, &stats) != nil || stats.Bavail*uint64(stats.Bsize) < room {
		return ""
	}
	return folder
}

func (c *cluster) makeFolder() error {
	folder, err := os.MkdirTemp(findMemoryFolder(), "axioma-pg-")
	if err != nil {
		return fmt.Errorf("make the cluster's folder: %w", err)
	}
	c.folder = folder
	return c.chown(folder)
}

func (c *cluster) chown(path string) error {
	if c.credential == nil {
		return nil
	}
	if err := os.Chown(path, int(c.credential.Uid), int(c.credential.Gid)); err != nil {
		return fmt.Errorf("change the owner of %s to user %s: %w", path, superuser, err)
	}
	return nil
}

// initialize creates the cluster with the Spanish ICU locale: queries that rely on byte order fail here, as on a real
// server. md5 is the fastest authentication by password: tests connect often.
func (c *cluster) initialize(ctx context.Context) error {
	secret := filepath.Join(c.folder, "password")
	if err := os.WriteFile(secret, []byte(c.password), 0o600); err != nil {
		return fmt.Errorf("write the password file: %w", err)
	}
	if err := c.chown(secret); err != nil {
		return err
	}
	output, err := c.command(ctx, "initdb",
		"--pgdata", c.data(), "--username", superuser, "--pwfile", secret, "--auth", "md5",
		"--encoding", "UTF8", "--locale", "C", "--locale-provider", "icu", "--icu-locale", "es-ES",
		"--no-sync",
	).CombinedOutput()
	if err != nil {
		return fmt.Errorf("create the cluster: %w\n%s", err, output)
	}
	return c.createTester(ctx)
}

// createTester creates a role that may create databases and roles. Single-user mode needs no server.
func (c *cluster) createTester(ctx context.Context) error {
	single := c.command(ctx, "postgres", "--single", "-D", c.data(), "postgres")
	single.Stdin = strings.NewReader("CREATE ROLE " + tester + " LOGIN CREATEDB CREATEROLE PASSWORD '" + c.password + "' IN ROLE pg_monitor, pg_signal_backend;\n" +
		"ALTER DATABASE postgres OWNER TO " + tester + ";\n" +
		"GRANT SET ON PARAMETER session_replication_role TO " + tester + "\n") // for rows that only a bug could write
	if output, err := single.CombinedOutput(); err != nil || strings.Contains(string(output), "ERROR") {
		return fmt.Errorf("create the role %s: %w\n%s", tester, err, output)
	}
	return nil
}

var errPortTaken = errors.New("the port was taken by another program")

func (c *cluster) launch(ctx context.Context) error {
	port, err := freePort()
	if err != nil {
		return err
	}
	c.port = port
	log, err := os.Create(c.logFile())
	if err != nil {
		return fmt.Errorf("create the server's log: %w", err)
	}
	server := c.command(context.WithoutCancel(ctx), "postgres", c.settings()...)
	server.Stdout, server.Stderr = log, log
	// The server has its own descriptor of the log.
	if err := errors.Join(server.Start(), log.Close()); err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	c.server, c.exit = server, make(chan error, 1)
	go func() { c.exit <- server.Wait() }()
	return c.awaitReady(ctx)
}

// settings trade durability for speed. JIT takes longer than queries over few rows. Deadlocks are detected sooner. Only
// sessions with synchronous_commit wait for the standby, which never comes.
func (c *cluster) settings() []string {
	settings := []string{
		"port=" + strconv.Itoa(c.port),
		"listen_addresses=127.0.0.1",
		"unix_socket_directories=" + c.socketFolder(),
		"max_connections=200",
		"max_locks_per_transaction=512", // for partitions
		"deadlock_timeout=100ms", "jit=off",
		"fsync=off", "full_page_writes=off", "synchronous_commit=off",
		"max_wal_senders=1", "synchronous_standby_names=absent",
	}
	args := []string{"-D", c.data()}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	return args
}

// awaitReady polls postmaster.pid's last line, like pg_ctl.
func (c *cluster) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startLimit, fmt.Errorf("PostgreSQL was not ready after %s", startLimit))
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-c.exit:
			c.server = nil
			return c.startFailure(err)
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
			if c.ready() {
				return nil
			}
		}
	}
}

func (c *cluster) ready() bool {
	content, err := os.ReadFile(filepath.Join(c.data(), "postmaster.pid"))
	if err != nil {
		return false
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	return strings.TrimSpace(lines[len(lines)-1]) == "ready"
}

func (c *cluster) startFailure(cause error) error {
	log, err := os.ReadFile(c.logFile())
	if err != nil {
		return fmt.Errorf("PostgreSQL ended at once (%w) and left no log", cause)
	}
	if strings.Contains(string(log), "Address already in use") {
		return errPortTaken
	}
	return fmt.Errorf("PostgreSQL ended at once: %w\n%s", cause, log)
}

func (c *cluster) remove() {
	if c.server != nil {
		c.stop()
	}
	if c.folder == "" {
		return
	}
	if err := os.RemoveAll(c.folder); err != nil {
		complain("remove %s: %v", c.folder, err)
	}
}

func (c *cluster) stop() {
	c.signal(syscall.SIGQUIT)
	select {
	case <-c.exit:
	case <-time.After(stopLimit):
		c.signal(syscall.SIGKILL)
		<-c.exit
	}
	c.server = nil
}

func (c *cluster) signal(sig syscall.Signal) {
	if err := c.server.Process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		complain("stop PostgreSQL: %v", err)
	}
}

// clockSettings pass a shifted clock (internal/testrun/clock.go).
var clockSettings = []string{"LD_PRELOAD", "TEST_CLOCK_SHIFT"}

// command returns a command without PGDATA, PGPORT and the like in its environment.
func (c *cluster) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(c.programs, program), args...)
	cmd.Dir = c.folder
	cmd.Env = []string{"PATH=" + c.programs + ":/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	for _, name := range clockSettings {
		if value, found := os.LookupEnv(name); found {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	cmd.SysProcAttr = isolate(c.credential, syscall.SIGQUIT)
	return cmd
}

func (c *cluster) data() string    { return filepath.Join(c.folder, "data") }
func (c *cluster) logFile() string { return filepath.Join(c.folder, "postgres.log") }

func (c *cluster) socketFolder() string {
	if len(c.folder) > longestSocketFolder {
		return ""
	}
	return c.folder
}

func (c *cluster) url() string {
	return fmt.Sprintf("postgres://%s:%s@127.0.0.1:%d/postgres?sslmode=disable", tester, c.password, c.port)
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("find a free port: %w", err)
	}
	address, ok := listener.Addr().(*net.TCPAddr)
	if err := listener.Close(); err != nil {
		return 0, fmt.Errorf("release the free port: %w", err)
	}
	if !ok {
		return 0, fmt.Errorf("find a free port: %v is not a TCP address", listener.Addr())
	}
	return address.Port, nil
}
