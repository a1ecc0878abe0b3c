package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"axioma/internal/backup"
	"axioma/internal/config"
	"axioma/internal/demo"
	"axioma/internal/httpapi"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/store"
)

type superadminCommand struct {
	Create  superadminCreateCommand  `cmd:"" help:"Create an operator. Prompts for the password, or reads it from standard input."`
	List    superadminListCommand    `cmd:"" help:"List the operators, and whether they may sign in."`
	Disable superadminDisableCommand `cmd:"" help:"Disable an operator and end their sessions."`
	Enable  superadminEnableCommand  `cmd:"" help:"Enable a disabled operator."`
	Reset   superadminResetCommand   `cmd:"" help:"Print a temporary password for an operator, and end their sessions."`

	ResetTwoFactor superadminResetFactorCommand `cmd:"" name:"reset-2fa" help:"Remove an operator's second factor, and end their sessions. The next sign-in enrols a new one."`
}

type superadminCreateCommand struct {
	config.Database
	config.Passwords
	Email string `help:"The operator's e-mail address." required:""`
	Name  string `help:"Display name." default:""`
}

func (s superadminCreateCommand) Run(ctx context.Context, c console) error {
	password, err := newPassword(ctx, c, max(loyalty.MinOwnPassword, int(s.MinPassword)))
	if err != nil {
		return err
	}
	return withStore(rejectMoved(ctx)(store.OpenOrCreate(ctx, storeAt(s.Database))))(func(cases *service.Service) error {
		user, err := cases.Users.CreateSuperadmin(ctx, access.NewUser{Email: s.Email, Name: s.Name, Password: password})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.out, "\nOperator created: %s\n", user.Email)
		return err
	})
}

// withCases does not migrate and refuses a moved database.
func withCases(ctx context.Context, database config.Database, act func(*service.Service) error) error {
	return withStore(rejectMoved(ctx)(store.OpenExisting(ctx, storeAt(database))))(act)
}

// withNotices calls withCases. The running server announces the changes by e-mail.
func withNotices(ctx context.Context, database config.Database, notices config.AccountNotices, act func(*service.Service) error) error {
	st, err := rejectMoved(ctx)(store.OpenExisting(ctx, storeAt(database)))
	return withOptions(service.Options{MailEnabled: notices.AreSent()}, st, err)(act)
}

func withStore(st *store.Store, err error) func(act func(*service.Service) error) error {
	return withOptions(service.Options{}, st, err)
}

func withOptions(options service.Options, st *store.Store, err error) func(act func(*service.Service) error) error {
	return func(act func(*service.Service) error) error {
		if err != nil {
			return err
		}
		cases, err := service.New(st, options)
		if err != nil {
			return errors.Join(err, st.Close())
		}
		return errors.Join(act(cases), st.Close())
	}
}

type superadminListCommand struct{ config.Database }

func (s superadminListCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, s.Database, func(cases *service.Service) error {
		operators, err := cases.Operators.List(ctx)
		if err != nil {
			return err
		}
		for _, operator := range operators {
			if _, err := fmt.Fprintf(c.out, "%s\t%s\t%s\t%s\n", operator.Email, signInState(operator), factorState(operator), operator.Name); err != nil {
				return err
			}
		}
		return nil
	})
}

func signInState(user loyalty.User) string {
	if user.DisabledAt.IsZero() {
		return "may sign in"
	}
	return "disabled since " + user.DisabledAt.Format(time.DateOnly)
}

func factorState(user loyalty.User) string {
	if user.SecondFactor.IsEnrolled() {
		return "second factor"
	}
	return "no second factor"
}

type operatorFlags struct {
	config.Database
	Email string `help:"The operator's e-mail address." required:""`
}

type superadminDisableCommand struct {
	operatorFlags
	Last bool `help:"Disable even the last enabled operator. Without one, businesses cannot be opened or suspended."`
}

func (s superadminDisableCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, s.Database, func(cases *service.Service) error {
		err := cases.Operators.Disable(ctx, s.Email, s.Last)
		if errors.Is(err, loyalty.ErrLastOperator) {
			return fmt.Errorf("%s is the last operator who may sign in: create another one first, or add --last", s.Email)
		}
		return printResult(c, "Operator disabled: "+s.Email, err)
	})
}

type superadminEnableCommand struct{ operatorFlags }

func (s superadminEnableCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, s.Database, func(cases *service.Service) error {
		return printResult(c, "Operator enabled: "+s.Email, cases.Operators.Enable(ctx, s.Email))
	})
}

type superadminResetCommand struct {
	operatorFlags
	config.AccountNotices
}

func (s superadminResetCommand) Run(ctx context.Context, c console) error {
	return withNotices(ctx, s.Database, s.AccountNotices, func(cases *service.Service) error {
		password, err := cases.Operators.Reset(ctx, s.Email)
		return printResult(c, temporaryPasswordText(s.Email, password), err)
	})
}

type superadminResetFactorCommand struct {
	operatorFlags
	config.AccountNotices
}

func (s superadminResetFactorCommand) Run(ctx context.Context, c console) error {
	return withNotices(ctx, s.Database, s.AccountNotices, func(cases *service.Service) error {
		return printResult(c, "Second factor removed: "+s.Email, cases.Operators.RemoveSecondFactor(ctx, s.Email))
	})
}

func temporaryPasswordText(email, password string) string {
	return fmt.Sprintf("Temporary password of %s: %s\nIt only allows to choose another one, and is valid for %.0f days.",
		email, password, loyalty.TemporaryPasswordLifetime.Hours()/24)
}

func printResult(c console, text string, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.out, text)
	return err
}

type demoCommand struct {
	Disable demoDisableCommand `cmd:"" help:"Disable the demo accounts, whose password is public."`
}

type demoDisableCommand struct{ config.Database }

func (s demoDisableCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, s.Database, func(cases *service.Service) error {
		open, err := cases.Operators.AccountsWithPassword(ctx, demo.AccountEmails(), demo.Password)
		if err != nil {
			return err
		}
		return printResult(c, "Accounts of the demo disabled: "+joinEmails(open), cases.Operators.DisableAccounts(ctx, open))
	})
}

func joinEmails(users []loyalty.User) string {
	var list []string
	for _, user := range users {
		list = append(list, user.Email)
	}
	return strings.Join(list, ", ")
}

type checkCommand struct {
	config.Database
	Against string `help:"A backup's manifest, or a folder of backups. The hash chains must contain those of the newest one." placeholder:"FILE|DIR"`
}

func (s checkCommand) Run(ctx context.Context, c console) (err error) {
	chains := store.ChainCheck{Now: time.Now()}
	if s.Against != "" {
		manifest, err := backup.ReadManifest(s.Against)
		if err != nil {
			return err
		}
		chains.Against = manifest.Chains
	}
	st, err := store.OpenReadOnly(ctx, storeAt(s.Database))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	breaches, err := st.Check(ctx)
	if err != nil {
		return err
	}
	for _, breach := range breaches.First {
		if _, err := fmt.Fprintln(c.out, breach); err != nil {
			return err
		}
	}
	chains.Report = func(businessID, finding string) error {
		_, err := fmt.Fprintf(c.out, "changed by hand: business %s, %s\n", businessID, finding)
		return err
	}
	changedRows, err := st.CheckChain(ctx, chains)
	if err != nil {
		return err
	}
	if breaches.Rows > 0 || changedRows > 0 {
		return fmt.Errorf("%d rows break the rules, and %d differ from the hash chain: %w", breaches.Rows, changedRows, errPrinted)
	}
	_, err = fmt.Fprintln(c.out, "All rules hold.")
	return err
}

type openAPICommand struct{}

func (openAPICommand) Run(c console) error {
	document, err := httpapi.New(nil, httpapi.Options{}).OpenAPI()
	if err != nil {
		return fmt.Errorf("encoding the contract: %w", err)
	}
	_, err = fmt.Fprintln(c.out, string(document))
	return err
}
