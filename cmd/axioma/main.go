// Command axioma is the server with its web app and the operator's commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"axioma/internal/config"
	"axioma/internal/logs"
	"axioma/internal/store"
)

type commands struct {
	Serve        serveCommand        `cmd:"" help:"Run the server."`
	Check        checkCommand        `cmd:"" help:"Verify the invariants of cards, visits and rewards."`
	Phones       phonesCommand       `cmd:"" help:"Manage customers' phones."`
	Import       importCommand       `cmd:"" help:"Import customers of another system into a business: CSV, XLSX or vCard."`
	Doctor       doctorCommand       `cmd:"" help:"Check an installation and say how to fix it. Pass the server's settings."`
	Wallet       walletCommand       `cmd:"" help:"Check the passes for Apple Wallet and Google Wallet."`
	Mail         mailCommand         `cmd:"" help:"Check the sending of e-mails."`
	Config       configCommand       `cmd:"" help:"Print every setting of the server with its value, source and meaning."`
	Backup       backupCommand       `cmd:"" help:"Make a backup and verify it. The server may run."`
	Restore      restoreCommand      `cmd:"" help:"Restore a backup."`
	Move         moveCommand         `cmd:"" help:"Copy all data into another, empty database: from SQLite to PostgreSQL, or back. Or move one business between two installations."`
	Messages     messagesCommand     `cmd:"" help:"Decide about the held messages of a restored backup."`
	Migrate      migrateCommand      `cmd:"" help:"Migrate a database. The server also does so at its start."`
	Partition    partitionCommand    `cmd:"" help:"Partition the tables of a PostgreSQL database by business, for very large installations."`
	Healthcheck  healthcheckCommand  `cmd:"" help:"Exit 1 unless the server on this machine is ready."`
	Superadmin   superadminCommand   `cmd:"" help:"Manage the operators' accounts."`
	User         userCommand         `cmd:"" help:"Manage any account."`
	Sessions     sessionsCommand     `cmd:"" help:"Manage sessions."`
	Keys         keysCommand         `cmd:"" help:"Manage the keys that sign sessions."`
	Demo         demoCommand         `cmd:"" help:"Manage the accounts of the demo."`
	OpenAPI      openAPICommand      `cmd:"" name:"openapi" help:"Print the contract of the API as OpenAPI 3.1."`
	Manual       manualCommand       `cmd:"" hidden:"" help:"Print the manual page axioma(1)."`
	SettingsPage settingsPageCommand `cmd:"" hidden:"" help:"Print docs/operate/settings.md."`
	Nightly      nightlyCommand      `cmd:"" hidden:"" help:"Make a nightly backup. The server starts it."`

	Version kong.VersionFlag `help:"Print the version."`
}

func main() {
	if done, code := lowerPriority(os.Args[1:]); done {
		os.Exit(code)
	}
	speaks := newFailureReporter(os.Stderr, os.Args[1:])
	if speaks.log != nil {
		slog.SetDefault(speaks.log) // libraries log JSON too
		defer logs.ExitOnPanic(speaks.log)
	}
	err := run(stopContext(speaks), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	if err != nil {
		speaks.report(err.Error())
		os.Exit(1)
	}
}

const exitInterrupted = 128 + int(syscall.SIGINT)

// stopContext returns a context that ends at the first Ctrl-C or SIGTERM. After that, Ctrl-C ends the program at once.
// A second SIGTERM does not: timeout(1) and some service managers send two.
func stopContext(speaks failureReporter) context.Context {
	ctx, end := context.WithCancel(context.Background())
	interrupts, terminations := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	signal.Notify(terminations, syscall.SIGTERM)
	go func() {
		select {
		case <-interrupts:
		case <-terminations:
		}
		end()
		<-interrupts
		speaks.report("interrupted a second time: stopping at once")
		os.Exit(exitInterrupted)
	}()
	return ctx
}

type console struct {
	in       io.Reader
	out, err io.Writer
}

// errPrinted means that the failure was already explained.
var errPrinted = errors.New("see above")

func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error {
	var line commands
	exited := false
	parser, err := newParser(&line,
		kong.UsageOnError(),
		kong.Writers(out, errOut),
		kong.Exit(func(int) { exited = true }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(console{in: in, out: out, err: errOut}),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if exited { // help or version was printed
		return nil
	}
	if err == nil {
		err = line.refuseTwoDatabases(command)
	}
	if doctorContext := line.Doctor.contextOfRefused(err); doctorContext != nil {
		command, err = doctorContext, nil
	}
	if err != nil {
		return err
	}
	if err := errors.Join(line.printDatabase(command, console{in: in, out: out, err: errOut}), line.printWarnings(command, errOut)); err != nil {
		return err
	}
	return toEnglish(command.Run(command))
}

func newParser(line *commands, options ...kong.Option) (*kong.Kong, error) {
	parser, err := kong.New(line, append(options,
		kong.Name("axioma"),
		kong.Description("Loyalty and visit cards for barbershops."),
		kong.Vars{"version": version()},
		config.SecretFiles(),
		config.Connections(store.DefaultConnections, store.FewestConnections),
	)...)
	if err != nil {
		return nil, fmt.Errorf("reading the command line: %w", err)
	}
	return parser, nil
}

type configCommand struct{ config.Server }

func (configCommand) Run(command *kong.Context, c console) error {
	return config.Print(c.out, command)
}
