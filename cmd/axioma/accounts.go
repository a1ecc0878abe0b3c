package main

import (
	"context"
	"errors"
	"fmt"

	"axioma/internal/config"
	"axioma/internal/service"
)

type userCommand struct {
	ResetPassword userResetCommand `cmd:"" help:"Give anybody who signs in, an owner say, a temporary password, which is printed, and end her sessions."`
}

type userResetCommand struct {
	config.Database
	Email string `help:"The address that she signs in with." required:""`
}

// Run prints a temporary password.
func (u userResetCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, u.Database, func(cases *service.Service) error {
		password, err := cases.Operators.ResetAnybody(ctx, u.Email)
		return printResult(c, temporaryPasswordText(u.Email, password), err)
	})
}

type sessionsCommand struct {
	End sessionsEndCommand `cmd:"" help:"End the sessions of an account: who is signed in signs in again. With --all end everything that was signed before: sessions of staff, operators and customers' portals, and the marks of known devices. Counters that have a name of their own keep it."`
}

type sessionsEndCommand struct {
	config.Database
	Email string `help:"The address that she signs in with." xor:"whose"`
	All   bool   `help:"Of everybody, customers too: after a backup or the key in it may have been read by others." xor:"whose"`
}

// Validate refuses to guess whose sessions are meant. The command line calls it.
func (s sessionsEndCommand) Validate() error {
	if s.Email == "" && !s.All {
		return errors.New("whose sessions? --email, or --all")
	}
	return nil
}

// Run ends sessions.
func (s sessionsEndCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, s.Database, func(cases *service.Service) error {
		if !s.All {
			return printResult(c, "Sessions ended: "+s.Email, cases.Operators.EndSessions(ctx, s.Email))
		}
		ended, err := cases.Operators.EndAllSessions(ctx)
		return printResult(c, fmt.Sprintf("Sessions ended of %d accounts, and %d sessions of customers' portals", ended.Accounts, ended.Portals), err)
	})
}
