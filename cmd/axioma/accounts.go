package main

import (
	"context"
	"errors"
	"fmt"

	"axioma/internal/config"
	"axioma/internal/service"
)

type userCommand struct {
	ResetPassword userResetCommand `cmd:"" help:"Print a temporary password for any account, such as an owner's, and end its sessions."`

	ResetTwoFactor userResetFactorCommand `cmd:"" name:"reset-2fa" help:"Remove the second factor of any account, for example after a lost phone, and end its sessions."`
}

type userResetFactorCommand struct {
	config.Database
	config.AccountNotices
	Email string `help:"The account's e-mail address." required:""`
}

func (u userResetFactorCommand) Run(ctx context.Context, c console) error {
	return withNotices(ctx, u.Database, u.AccountNotices, func(cases *service.Service) error {
		return printResult(c, "Second factor removed: "+u.Email, cases.Operators.RemoveAnySecondFactor(ctx, u.Email))
	})
}

type userResetCommand struct {
	config.Database
	config.AccountNotices
	Email string `help:"The account's e-mail address." required:""`
}

func (u userResetCommand) Run(ctx context.Context, c console) error {
	return withNotices(ctx, u.Database, u.AccountNotices, func(cases *service.Service) error {
		password, err := cases.Operators.ResetAnyAccount(ctx, u.Email)
		return printResult(c, temporaryPasswordText(u.Email, password), err)
	})
}

type sessionsCommand struct {
	End sessionsEndCommand `cmd:"" help:"End the sessions of an account. With --all: end all sessions of staff, operators and customers, and forget known devices. Named counters stay enrolled."`
}

type sessionsEndCommand struct {
	config.Database
	Email string `help:"The account's e-mail address." xor:"whose"`
	All   bool   `help:"All accounts and customers. Use it if another person may have read a backup." xor:"whose"`
}

func (s sessionsEndCommand) Validate() error {
	if s.Email == "" && !s.All {
		return errors.New("name an account with --email, or use --all")
	}
	return nil
}

func (s sessionsEndCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, s.Database, func(cases *service.Service) error {
		if !s.All {
			return printResult(c, "Sessions ended: "+s.Email, cases.Operators.EndSessions(ctx, s.Email))
		}
		sessions, err := cases.Operators.EndAllSessions(ctx)
		return printResult(c, fmt.Sprintf("Sessions ended: %d accounts, %d portal sessions of customers", sessions.Accounts, sessions.Portals), err)
	})
}
