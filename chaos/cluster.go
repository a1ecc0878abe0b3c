//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
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
	members      = 3
	clusterPoll  = 100 * time.Millisecond
	clusterLimit = 2 * time.Minute
)

// cluster follows docs/operate/cluster.md in network namespaces: three machines with an etcd, a PostgreSQL under
// Patroni and an axioma, behind an HAProxy. One PostgreSQL is a synchronous standby.
type cluster struct {
	options  options
	folder   string
	owner    syscall.Credential // PostgreSQL refuses root
	etcd     []*program
	postgres []*postgres
	copies   []*program
	haproxy  *program
	network  *network
	url      string
}

type program struct {
	name        string
	arguments   []string
	environment []string // nil: this process's
	owner       *syscall.Credential
	log         string
	address     string
	machine     *machine // nil: the gateway, with HAProxy
	running     *exec.Cmd
}

type postgres struct {
	program
	data    string
	restAPI string
}

func (p *program) start() error {
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("opening a log: %w", err)
	}
	p.running = exec.Command(p.name, p.arguments...)
	p.running.Env = p.environment
	p.running.Stdout, p.running.Stderr = log, log
	p.running.SysProcAttr = &syscall.SysProcAttr{Credential: p.owner, Setpgid: true}
	if err := errors.Join(p.machine.run(p.running.Start), log.Close()); err != nil {
		return fmt.Errorf("starting %s: %w", p.name, err)
	}
	return nil
}

// signal sends a signal to the program and its children.
func (p *program) signal(signal syscall.Signal) error {
	if err := syscall.Kill(-p.running.Process.Pid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("sending %s to %s: %w", signal, p.name, err)
	}
	return nil
}

// end sends a signal and waits for the end of the program. Its exit code does not matter.
func (p *program) end(signal syscall.Signal) error {
	if p.running == nil {
		return nil
	}
	if err := p.signal(signal); err != nil {
		return err
	}
	var exitError *exec.ExitError
	if err := p.running.Wait(); err != nil && !errors.As(err, &exitError) {
		return fmt.Errorf("waiting for %s: %w", p.name, err)
	}
	p.running = nil
	return nil
}

// startCluster returns a cluster, which must be stopped, also with an error.
func startCluster(ctx context.Context, o options, folder string) (*cluster, error) {
	c := &cluster{options: o, folder: folder}
	account, err := user.Lookup("postgres")
	if err != nil {
		return c, fmt.Errorf("looking up the account of PostgreSQL: %w", err)
	}
	uid, uidErr := strconv.ParseUint(account.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(account.Gid, 10, 32)
	if err := errors.Join(uidErr, gidErr, os.Chmod(folder, 0o755)); err != nil {
		return c, fmt.Errorf("preparing the account of PostgreSQL: %w", err)
	}
	c.owner = syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	if c.network, err = newNetwork(members); err != nil {
		return c, err
	}
	for _, step := range []func(context.Context) error{c.startEtcd, c.startPostgres, c.startCopies, c.startHAProxy} {
		if err := step(ctx); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (c *cluster) stop() error {
	var faults []error
	if c.haproxy != nil {
		faults = append(faults, c.haproxy.end(syscall.SIGKILL))
	}
	for _, p := range c.copies {
		faults = append(faults, p.end(syscall.SIGKILL))
	}
	for _, p := range c.postgres {
		faults = append(faults, p.killAll())
	}
	for _, p := range c.etcd {
		faults = append(faults, p.end(syscall.SIGKILL))
	}
	if c.network != nil {
		faults = append(faults, c.network.close())
	}
	return errors.Join(faults...)
}

func (c *cluster) startEtcd(ctx context.Context) error {
	var initial []string
	for i, m := range c.network.machines {
		initial = append(initial, fmt.Sprintf("e%d=http://%s:2380", i, m.address))
	}
	for i, m := range c.network.machines {
		name := fmt.Sprintf("e%d", i)
		peer, client := m.endpoint(2380), m.endpoint(2379)
		c.etcd = append(c.etcd, &program{name: "etcd", address: client, machine: m, log: filepath.Join(c.folder, name+".log"), arguments: []string{
			"--name", name, "--data-dir", filepath.Join(c.folder, name),
			"--listen-peer-urls", "http://" + peer, "--initial-advertise-peer-urls", "http://" + peer,
			"--listen-client-urls", "http://" + client, "--advertise-client-urls", "http://" + client,
			"--initial-cluster", strings.Join(initial, ","), "--heartbeat-interval", "100", "--election-timeout", "1000", "--enable-v2",
		}})
		if err := c.etcd[i].start(); err != nil {
			return err
		}
	}
	return await(ctx, "etcd", func() bool { return isReachable(c.etcd[0].address, "/health") })
}

func (c *cluster) startPostgres(ctx context.Context) error {
	for i, m := range c.network.machines {
		p, err := c.newPostgres(i, m)
		if err != nil {
			return err
		}
		c.postgres = append(c.postgres, p)
		if err := p.start(); err != nil {
			return err
		}
		role := "/replica"
		if i == 0 {
			role = "/primary"
		}
		if err := await(ctx, p.data, func() bool { return isReachable(p.restAPI, role) }); err != nil {
			return err
		}
	}
	if err := await(ctx, "a synchronous standby", func() bool { return c.standby() != nil }); err != nil {
		return err
	}
	return c.createDatabase(ctx)
}

func (c *cluster) newPostgres(number int, m *machine) (*postgres, error) {
	name := fmt.Sprintf("p%d", number)
	folder := filepath.Join(c.folder, name)
	if err := errors.Join(os.Mkdir(folder, 0o700), os.Chown(folder, int(c.owner.Uid), int(c.owner.Gid))); err != nil {
		return nil, fmt.Errorf("creating a folder of PostgreSQL: %w", err)
	}
	var hosts []string
	for _, etcd := range c.etcd {
		hosts = append(hosts, etcd.address)
	}
	settings := strings.NewReplacer("NAME", name, "RESTAPI", m.endpoint(8008), "ADDRESS", m.endpoint(5432), "FOLDER", folder,
		"ETCD", strings.Join(hosts, ",")).Replace(patroniSettings)
	file := filepath.Join(c.folder, name+".yml")
	if err := os.WriteFile(file, []byte(settings), 0o644); err != nil {
		return nil, fmt.Errorf("writing the settings of Patroni: %w", err)
	}
	return &postgres{data: filepath.Join(folder, "data"), restAPI: m.endpoint(8008), program: program{
		name: "patroni", arguments: []string{file}, environment: append(os.Environ(), "HOME="+folder), owner: &c.owner,
		log: filepath.Join(c.folder, name+".log"), address: m.endpoint(5432), machine: m,
	}}, nil
}

func (c *cluster) createDatabase(ctx context.Context) error {
	host, port, _ := strings.Cut(c.primary().address, ":")
	create := exec.CommandContext(ctx, "psql", "-h", host, "-p", port, "-U", "postgres", "-c", "CREATE DATABASE axioma")
	if output, err := create.CombinedOutput(); err != nil {
		return fmt.Errorf("creating the database: %w:\n%s", err, output)
	}
	return nil
}

// primary returns the server that accepts writes, or nil if there is none.
func (c *cluster) primary() *postgres { return c.withRole("/primary") }

func (c *cluster) standby() *postgres { return c.withRole("/synchronous") }

func (c *cluster) withRole(path string) *postgres {
	for _, p := range c.postgres {
		if p.running != nil && isReachable(p.restAPI, path) {
			return p
		}
	}
	return nil
}

func (c *cluster) databaseURL() string {
	var hosts []string
	for _, p := range c.postgres {
		hosts = append(hosts, p.address)
	}
	return "postgres://postgres@" + strings.Join(hosts, ",") + "/axioma?target_session_attrs=read-write&connect_timeout=1"
}

func (c *cluster) startCopies(ctx context.Context) error {
	c.options.database = c.databaseURL()
	for i, m := range c.network.machines {
		c.copies = append(c.copies, &program{
			name: c.options.binary, address: m.endpoint(8080), machine: m, log: filepath.Join(c.folder, fmt.Sprintf("axioma%d.log", i)),
			arguments:   []string{"serve", "--demo", "--listen", m.endpoint(8080), "--trust-proxy", "--drain", "2s"},
			environment: append(c.options.environment(), "AXIOMA_RATE_LIMITS=off"),
		})
		if err := c.copies[i].start(); err != nil {
			return err
		}
	}
	for _, p := range c.copies {
		if err := await(ctx, p.log, func() bool { return isReachable(p.address, "/api/readyz") }); err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) startHAProxy(ctx context.Context) error {
	address := netip.AddrPortFrom(c.network.gateway, 8080).String()
	settings := haproxySettings + "\nfrontend cards\n    bind " + address + "\n    default_backend axioma\n"
	settings += "\nbackend axioma\n    option httpchk\n    http-check send meth GET uri /api/readyz\n    http-check expect status 200\n"
	for i, p := range c.copies {
		settings += fmt.Sprintf("    server copy%d %s check inter 500ms fall 2 rise 1\n", i, p.address)
	}
	file := filepath.Join(c.folder, "haproxy.cfg")
	if err := os.WriteFile(file, []byte(settings), 0o644); err != nil {
		return fmt.Errorf("writing the settings of HAProxy: %w", err)
	}
	c.haproxy = &program{name: "haproxy", arguments: []string{"-db", "-f", file}, log: filepath.Join(c.folder, "haproxy.log")}
	c.url = "http://" + address
	if err := c.haproxy.start(); err != nil {
		return err
	}
	return await(ctx, "HAProxy", func() bool { return isReachable(address, "/api/readyz") })
}

func await(ctx context.Context, condition string, holds func() bool) error {
	for begin := time.Now(); !holds(); time.Sleep(clusterPoll) {
		if ctx.Err() != nil || time.Since(begin) > clusterLimit {
			return fmt.Errorf("%s did not happen within %s", condition, clusterLimit)
		}
	}
	return nil
}

func isReachable(address, path string) bool {
	client := http.Client{Timeout: 2 * time.Second}
	response, err := client.Get("http://" + address + path)
	if err != nil {
		return false
	}
	return response.Body.Close() == nil && response.StatusCode == http.StatusOK
}

const haproxySettings = `defaults
    mode http
    timeout connect 1s
    timeout client 60s
    timeout server 30s
    timeout queue 5s
    timeout check 2s
    retries 2
    option redispatch 1
    retry-on conn-failure
`

// patroniSettings use version 2 of etcd's protocol. With version 3, Patroni before 3.0.3 overwrites its successor's
// lock when it wakes up (github.com/patroni/patroni, pull request 2689), and visits are lost.
const patroniSettings = `scope: axioma
name: NAME
restapi:
  listen: RESTAPI
  connect_address: RESTAPI
etcd:
  hosts: ETCD
  protocol: http
bootstrap:
  dcs:
    ttl: 5
    loop_wait: 1
    retry_timeout: 2
    primary_start_timeout: 0
    synchronous_mode: true
    synchronous_mode_strict: false
    maximum_lag_on_failover: 1048576
    postgresql:
      use_pg_rewind: true
      use_slots: false
      parameters:
        wal_log_hints: "on"
        wal_keep_size: 512MB
        max_connections: 150
        shared_buffers: 64MB
        wal_receiver_timeout: 3s
        wal_sender_timeout: 3s
  initdb:
    - encoding: UTF8
    - data-checksums
  pg_hba:
    - host all all 10.9.0.0/24 trust
    - host replication all 10.9.0.0/24 trust
postgresql:
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  listen: ADDRESS
  connect_address: ADDRESS
  data_dir: FOLDER/data
  bin_dir: /usr/lib/postgresql/15/bin
  authentication:
    superuser:
      username: postgres
    replication:
      username: postgres
  parameters:
    unix_socket_directories: FOLDER
`
