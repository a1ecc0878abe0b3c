// Package config defines the server's settings.
package config

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"
)

// Connections sets the default and minimum of PostgreSQL connections, from the store.
func Connections(byDefault, fewest int) kong.Option {
	return kong.Vars{"connections": strconv.Itoa(byDefault), "fewest_connections": strconv.Itoa(fewest)}
}

// Database says where data are. Commands with it need the option Connections.
type Database struct {
	Data        string `help:"Folder of the SQLite database. Created if missing." default:"data" env:"AXIOMA_DATA" placeholder:"DIR"`
	DatabaseURL string `secret:"partly" help:"URL of a PostgreSQL database to use instead of SQLite: postgres://user:password@host/name." env:"AXIOMA_DATABASE_URL" placeholder:"URL"`

	DatabaseConnections int `help:"Maximum number of connections to PostgreSQL, ${fewest_connections} or more. All instances together must stay below PostgreSQL's max_connections." default:"${connections}" env:"AXIOMA_DATABASE_CONNECTIONS" placeholder:"N"`
}

// Variables returns environment variables for a child process: a command line would expose passwords.
func (d Database) Variables() []string {
	return []string{"AXIOMA_DATA=" + d.Data, "AXIOMA_DATABASE_URL=" + d.DatabaseURL, "AXIOMA_DATABASE_CONNECTIONS=" + strconv.Itoa(d.DatabaseConnections)}
}

// RemoveSettings removes our settings from an environment.
func RemoveSettings(environment []string) []string {
	return slices.DeleteFunc(slices.Clone(environment), func(entry string) bool { return strings.HasPrefix(entry, "AXIOMA_") })
}

// ParseDatabase reads a PostgreSQL URL or a SQLite folder.
func ParseDatabase(name string) Database {
	if strings.Contains(name, "://") {
		return Database{DatabaseURL: name}
	}
	return Database{Data: name}
}

// Upgrade configures migrations.
type Upgrade struct {
	CopyBefore bool `help:"Copy the SQLite file to axioma.db.before-VERSION before a migration. Keeps the last three copies." default:"true" negatable:"" env:"AXIOMA_COPY_BEFORE"`
}

// BackupEncryption configures readers of backups.
type BackupEncryption struct {
	BackupFor []string `help:"Encrypt backups for this age public key (age1…). Keep the secret key elsewhere. Several keys are allowed. Empty: backups are not encrypted." env:"AXIOMA_BACKUP_FOR" placeholder:"KEY"`
}

// Variables returns environment variables for a child process.
func (r BackupEncryption) Variables() []string {
	if len(r.BackupFor) == 0 {
		return nil
	}
	return []string{"AXIOMA_BACKUP_FOR=" + strings.Join(r.BackupFor, ",")}
}

// Server configures axioma serve by flags, environment or SecretFiles; flags win.
type Server struct {
	Database
	Upgrade
	BackupEncryption
	Passwords
	BackupTo        string        `help:"Folder of the nightly backups. Empty: no backups." env:"AXIOMA_BACKUP_TO" placeholder:"DIR"`
	ServeMoved      bool          `help:"Serve data marked as moved or as replaced by a restore. Removes the mark and holds queued messages." env:"AXIOMA_SERVE_MOVED"`
	Listen          string        `help:"Address and port to listen on. Empty: 127.0.0.1:8080, with --acme-domain :443." env:"AXIOMA_LISTEN" placeholder:"ADDR"`
	Metrics         string        `help:"Address and port of the metrics for Prometheus, such as 127.0.0.1:9090. Keep it private. Empty: no metrics." env:"AXIOMA_METRICS" placeholder:"ADDR"`
	Demo            bool          `help:"Create the demo businesses if they do not exist." env:"AXIOMA_DEMO"`
	PublicURL       string        `help:"URL of the server for customers, in messages and on posters. Empty: https:// and the first --acme-domain, or http:// and the listening address; a poster then has the URL that the owner uses." env:"AXIOMA_PUBLIC_URL" placeholder:"URL"`
	FixedBusiness   string        `help:"Id of the business whose registration page is at /qr. Empty: none; with --demo, the demo business." env:"AXIOMA_FIXED_BUSINESS" placeholder:"ID"`
	OperatorContact string        `help:"Contact of the operator: an e-mail address, a phone or a URL. The sign-in screen shows it to owners who forgot their password. Empty: not shown." env:"AXIOMA_OPERATOR_CONTACT" placeholder:"TEXT"`
	ReleaseFeed     string        `help:"URL of the latest release, fetched once a day and shown in the control panel: JSON with tag_name and html_url, as forges serve it. The request names only the program. Empty: not fetched." env:"AXIOMA_RELEASE_FEED" placeholder:"URL"`
	RateLimits      string        `help:"Rate limits of sign-in and registration: on, or off for load tests." default:"on" enum:"on,off" env:"AXIOMA_RATE_LIMITS"`
	TrustProxy      bool          `help:"Trust the headers X-Forwarded-For, X-Request-Id and traceparent. Set it only behind your own proxy that sets them." env:"AXIOMA_TRUST_PROXY"`
	Session         time.Duration `help:"How long a staff session lasts." default:"12h" env:"AXIOMA_SESSION"`
	Drain           time.Duration `help:"How long a stopping server still answers requests while /api/readyz returns 503. Set it behind a load balancer." default:"0s" env:"AXIOMA_DRAIN"`
	LogLevel        string        `help:"Lowest logged level: debug, info, warn or error." default:"info" enum:"debug,info,warn,error" env:"AXIOMA_LOG_LEVEL"`
	LogFormat       string        `help:"Format of the log: text or json." default:"text" enum:"text,json" env:"AXIOMA_LOG_FORMAT"`
	WhatsApp        WhatsApp      `embed:""`
	Mail            Mail          `embed:""`
	HTTPS           HTTPS         `embed:""`
	Operators       Operators     `embed:""`
	SigningKeys     SigningKeys   `embed:""`
	OpenID          OpenID        `embed:""`
	Traces          Traces        `embed:""`
	Wallet          Wallet        `embed:""`
}

// Validate refuses settings that cannot work.
func (s Server) Validate() error {
	if s.Session < time.Minute {
		return fmt.Errorf("--session is %s; use at least a minute", s.Session)
	}
	if s.Drain < 0 {
		return fmt.Errorf("--drain is %s; it cannot be negative", s.Drain)
	}
	if err := s.HTTPS.checkServer(s); err != nil {
		return err
	}
	if _, err := s.Operators.Networks(); err != nil {
		return err
	}
	if err := errors.Join(s.SigningKeys.check(), s.OpenID.check(s.PublicURL)); err != nil {
		return err
	}
	if s.PublicURL == "" {
		return nil
	}
	address, err := url.Parse(s.PublicURL)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return fmt.Errorf("--public-url %q is not an http or https URL", s.PublicURL)
	}
	return nil
}

// Validate refuses addresses of other kinds of databases.
func (d Database) Validate() error {
	if d.DatabaseURL != "" && !strings.HasPrefix(d.DatabaseURL, "postgres://") && !strings.HasPrefix(d.DatabaseURL, "postgresql://") {
		return fmt.Errorf("--database-url must begin with postgres://")
	}
	return nil
}

// BaseURL returns the URL of links in messages, without trailing slash.
func (s Server) BaseURL() string {
	if s.PublicURL != "" {
		return strings.TrimRight(s.PublicURL, "/")
	}
	if len(s.HTTPS.Domains) > 0 {
		return "https://" + s.HTTPS.Domains[0]
	}
	return "http://" + s.ListenAddress()
}

// Print writes settings with value, source and meaning.
func Print(w io.Writer, command *kong.Context) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if _, err := fmt.Fprintln(table, "SETTING\tVALUE\tSOURCE\tENVIRONMENT\tMEANING"); err != nil {
		return fmt.Errorf("printing the settings: %w", err)
	}
	for _, flag := range command.Selected().Flags {
		if len(flag.Envs) == 0 {
			continue
		}
		_, err := fmt.Fprintf(table, "--%s\t%s\t%s\t%s\t%s\n", flag.Name, displayValue(command, flag), source(command, flag), flag.Envs[0], flag.Help)
		if err != nil {
			return fmt.Errorf("printing the settings: %w", err)
		}
	}
	return table.Flush()
}

func displayValue(command *kong.Context, flag *kong.Flag) string {
	value := fmt.Sprint(command.FlagValue(flag))
	if value == "" || value == "[]" {
		return "(empty)"
	}
	if flag.Tag.Has("secret") && flag.Tag.Get("secret") != "partly" {
		return "(set)"
	}
	if strings.Contains(value, "://") {
		return redactPasswords(value)
	}
	return value
}

// redactPasswords hides passwords before the host or in the query, and a whole invalid URL.
func redactPasswords(text string) string {
	address, err := url.Parse(text)
	if err != nil {
		return "(set)"
	}
	options := address.Query()
	for name := range options {
		if strings.Contains(name, "password") {
			options.Set(name, "xxxxx")
			address.RawQuery = options.Encode()
		}
	}
	return address.Redacted()
}

func source(command *kong.Context, flag *kong.Flag) string {
	for _, element := range command.Path {
		if element.Flag == flag && element.Resolved {
			return "file"
		}
		if element.Flag == flag {
			return "flag"
		}
	}
	if _, set := os.LookupEnv(flag.Envs[0]); set {
		return "environment"
	}
	return "default"
}
