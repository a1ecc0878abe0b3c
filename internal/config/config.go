// Package config holds the settings of the server: their names, defaults and
// meanings, and where each value came from. It knows nothing of what is done
// with them.
package config

import (
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

// Connections are how many to PostgreSQL there are where nobody says another number, and
// the fewest that will do. Whoever opens the database knows them and refuses fewer.
func Connections(byDefault, fewest int) kong.Option {
	return kong.Vars{"connections": strconv.Itoa(byDefault), "fewest_connections": strconv.Itoa(fewest)}
}

// Database says where the data are. A command line that has it is told Connections.
type Database struct {
	Data        string `help:"Folder of the SQLite database. Created when missing." default:"data" env:"AXIOMA_DATA" placeholder:"DIR"`
	DatabaseURL string `secret:"partly" help:"PostgreSQL to use instead of SQLite: postgres://user:password@host/name." env:"AXIOMA_DATABASE_URL" placeholder:"URL"`

	DatabaseConnections int `help:"Connections to PostgreSQL at most, ${fewest_connections} or more. All instances together must stay below PostgreSQL's max_connections." default:"${connections}" env:"AXIOMA_DATABASE_CONNECTIONS" placeholder:"N"`
}

// Variables are the environment variables that say the same to another process of the
// program: a command line would show passwords to everybody on the machine.
func (d Database) Variables() []string {
	return []string{"AXIOMA_DATA=" + d.Data, "AXIOMA_DATABASE_URL=" + d.DatabaseURL, "AXIOMA_DATABASE_CONNECTIONS=" + strconv.Itoa(d.DatabaseConnections)}
}

// RemoveSettings is an environment without what sets anything of this program.
func RemoveSettings(environment []string) []string {
	return slices.DeleteFunc(slices.Clone(environment), func(entry string) bool { return strings.HasPrefix(entry, "AXIOMA_") })
}

// ParseDatabase is a database by what somebody calls it: an address of PostgreSQL, or a
// folder.
func ParseDatabase(name string) Database {
	if strings.Contains(name, "://") {
		return Database{DatabaseURL: name}
	}
	return Database{Data: name}
}

// Upgrade says how tables are brought up to date.
type Upgrade struct {
	CopyBefore bool `help:"Copy the SQLite file to axioma.db.before-VERSION before its tables are brought up to date; three such copies are kept." default:"true" negatable:"" env:"AXIOMA_COPY_BEFORE"`
}

// BackupEncryption says who can read copies of the data.
type BackupEncryption struct {
	BackupFor []string `help:"Encrypt backups for this public key of age (age1…). Keep the secret key elsewhere. Several keys may be named. Empty: backups are not encrypted." env:"AXIOMA_BACKUP_FOR" placeholder:"KEY"`
}

// Variables are as those of Database.
func (r BackupEncryption) Variables() []string {
	if len(r.BackupFor) == 0 {
		return nil
	}
	return []string{"AXIOMA_BACKUP_FOR=" + strings.Join(r.BackupFor, ",")}
}

// Server are the settings of axioma serve. Each may be given as a flag or as
// the environment variable in its tag, a secret also as a file (SecretFiles); the
// flag wins.
type Server struct {
	Database
	Upgrade
	BackupEncryption
	BackupTo        string        `help:"Folder in which the server makes a copy of the data each night. Empty: it makes none." env:"AXIOMA_BACKUP_TO" placeholder:"DIR"`
	ServeMoved      bool          `help:"Serve data that were moved to another database, or replaced by a restore, all the same. They are no longer marked as moved then, and what waits to be sent is held." env:"AXIOMA_SERVE_MOVED"`
	Listen          string        `help:"Address and port to listen on. Empty: 127.0.0.1:8080, with --acme-domain :443." env:"AXIOMA_LISTEN" placeholder:"ADDR"`
	Metrics         string        `help:"Address and port on which Prometheus reads metrics, such as 127.0.0.1:9090. Not for the public. Empty: nowhere." env:"AXIOMA_METRICS" placeholder:"ADDR"`
	Demo            bool          `help:"Create the demo businesses, once." env:"AXIOMA_DEMO"`
	PublicURL       string        `help:"Address by which customers reach the server, for links in messages and on posters. Empty: https:// and the first --acme-domain, or else http:// and the listening address. A poster then has the address that the owner uses." env:"AXIOMA_PUBLIC_URL" placeholder:"URL"`
	FixedBusiness   string        `help:"Id of the business whose registration page stands at /qr. Empty: the page says that there is none; with --demo it is the demo business." env:"AXIOMA_FIXED_BUSINESS" placeholder:"ID"`
	OperatorContact string        `help:"How owners reach the operator: an e-mail address, a phone or a web address. The sign-in screen shows it to owners who forgot their password. Empty: it shows none." env:"AXIOMA_OPERATOR_CONTACT" placeholder:"TEXT"`
	ReleaseFeed     string        `help:"Where the server asks once a day for the newest release, which the control panel shows: an address that answers JSON with tag_name and html_url, as forges do of a project's latest release. Nothing of this server is told. Empty: it does not ask." env:"AXIOMA_RELEASE_FEED" placeholder:"URL"`
	RateLimits      string        `help:"Limits of sign-in and registration tries: on, or off for load tests." default:"on" enum:"on,off" env:"AXIOMA_RATE_LIMITS"`
	TrustProxy      bool          `help:"Take callers' addresses from X-Forwarded-For, a request's id from X-Request-Id and its trace from traceparent. Set it only behind a proxy of your own that sets them." env:"AXIOMA_TRUST_PROXY"`
	Session         time.Duration `help:"How long a staff sign-in holds." default:"12h" env:"AXIOMA_SESSION"`
	Drain           time.Duration `help:"How long a stopping server still answers while /api/readyz says 503, so that a load balancer notices. Useless without one." default:"0s" env:"AXIOMA_DRAIN"`
	LogLevel        string        `help:"What is logged: debug, info, warn or error." default:"info" enum:"debug,info,warn,error" env:"AXIOMA_LOG_LEVEL"`
	LogFormat       string        `help:"How it is logged: text, or json for programs that gather logs." default:"text" enum:"text,json" env:"AXIOMA_LOG_FORMAT"`
	WhatsApp        WhatsApp      `embed:""`
	Mail            Mail          `embed:""`
	HTTPS           HTTPS         `embed:""`
	Traces          Traces        `embed:""`
	Wallet          Wallet        `embed:""`
}

// Validate refuses settings that cannot work. The command line calls it.
func (s Server) Validate() error {
	if s.Session < time.Minute {
		return fmt.Errorf("--session is %s; a minute is the least", s.Session)
	}
	if s.Drain < 0 {
		return fmt.Errorf("--drain is %s; it cannot be less than nothing", s.Drain)
	}
	if err := s.HTTPS.checkServer(s); err != nil {
		return err
	}
	if s.PublicURL == "" {
		return nil
	}
	address, err := url.Parse(s.PublicURL)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return fmt.Errorf("--public-url %q is no http address", s.PublicURL)
	}
	return nil
}

// Validate refuses a database address of another kind.
func (d Database) Validate() error {
	if d.DatabaseURL != "" && !strings.HasPrefix(d.DatabaseURL, "postgres://") && !strings.HasPrefix(d.DatabaseURL, "postgresql://") {
		return fmt.Errorf("--database-url has to begin with postgres://")
	}
	return nil
}

// BaseURL is the address that links in messages begin with, without a
// trailing slash.
func (s Server) BaseURL() string {
	if s.PublicURL != "" {
		return strings.TrimRight(s.PublicURL, "/")
	}
	if len(s.HTTPS.Domains) > 0 {
		return "https://" + s.HTTPS.Domains[0]
	}
	return "http://" + s.ListenAddress()
}

// Print writes every setting of the command that was given: its value, where
// the value came from and what it means.
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

// displayValue is a value as it may be printed: without passwords.
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

// redactPasswords is an address with what is secret in it crossed out: before
// the host, and among the options. One that cannot be read is not shown.
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
