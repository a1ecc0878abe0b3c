package
 
service
\N
\N
import
 
(
\N
	
"context"
\N
\N
	
"axioma/internal/loyalty"
\N
	
"axioma/internal/service/access"
\N
	
"axioma/internal/service/usecase"
\N
	
"axioma/internal/store"
\N
)
\N
\N
//
 
Self
 
is
 
what
 
a
 
signed-in
 
customer
 
sees
 
of
 
herself
 
and
 
does
 
for
 
herself.
\N
type
 
Self
 
struct
 
{
\N
	
base
<<<<<<< /tmp/tmp7ojww81v
        
*act.Base
=======
      
*usecase.Base
>>>>>>> /tmp/tmpniaw_nlz
\N
	
customers
   
*Customers
\N
	
consents
    
*Consents
\N
	
cards
<<<<<<< /tmp/tmp7ojww81v
       
*act.Cards
=======
     
*usecase.Cards
>>>>>>> /tmp/tmpniaw_nlz
\N
	
visits
      
*Visits
\N
	
adjustments
 
*Adjustments
\N
	
rewards
     
*Rewards
\N
}
\N
\N
//
 
Own
 
is
 
what
 
a
 
customer
 
sees
 
of
 
herself.
\N
type
 
Own
 
struct
 
{
\N
	
Customer
 
loyalty.Customer
\N
	
Business
 
loyalty.Business
\N
	
Progress
 
loyalty.Progress
\N
	
Unproved
 
bool
 
//
 
the
 
session
 
is
 
unproved:
 
see
 
access.PortalUser
\N
	
Together
 
int
  
//
 
how
 
many
 
cards
 
of
 
the
 
business
 
her
 
phone
 
opens
,
 
with
 
hers
\N
}
\N
\N
//
 
Card
 
returns
 
a
 
signed-in
 
customer
,
 
her
 
business
 
and
 
where
 
she
 
stands
,
 
all
 
of
\N
//
 
one
 
moment.
 
A
 
session
 
that
 
is
 
unproved
 
does
 
not
 
learn
 
the
 
name
 
of
 
a
 
family.
\N
func
 
(s
 
*Self)
 
Card(ctx
 
context.Context
,
 
user
 
access.PortalUser)
 
(Own
,
 
error)
 
{
\N
	
own
 
:=
 
Own{Unproved:
 
user.Unproved}
\N
	
err
 
:=
 
s.base.Store.ViewBusiness(ctx
,
 
user.BusinessID
,
 
func(tx
 
*store.Tx)
 
(err
 
error)
 
{
\N
		
if
 
own.Business
,
 
err
 
=
 
tx.Business().Get()
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
if
 
own.Customer
,
 
err
 
=
 
tx.Customers().Get(user.CustomerID)
;
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
together
,
 
err
 
:=
 
usecase.CustomersOnPhone(tx
,
 
own.Customer.ID)
\N
		
if
 
err
 
!=
 
nil
 
{
\N
			
return
 
err
\N
		
}
\N
		
own.Together
 
=
 
len(together)
\N
		
own.Progress
,
 
err
 
=
 
s.cards.ProgressOf(tx
,
 
own.Business
,
 
own.Customer)
\N
		
return
 
err
\N
	
})
\N
	
if
 
user.Unproved
 
{
\N
		
own.Progress.FamilyName
 
=
 
""
\N
	
}
\N
	
return
 
own
,
 
err
\N
}
\N
\N
//
 
Visits
 
returns
 
a
 
page
 
of
 
the
 
customer's
 
own
 
visits
,
 
newest
 
first
;
 
without
 
the
 
notes
 
of
 
the
\N
//
 
staff
 
while
 
the
 
session
 
is
 
unproved.
\N
func
 
(s
 
*Self)
 
Visits(ctx
 
context.Context
,
 
user
 
access.PortalUser
,
 
list
 
usecase.ListRequest)
 
(usecase.Listed[usecase.ListedVisit]
,
 
error)
 
{
\N
	
page
,
 
err
 
:=
 
s.visits.List(ctx
,
 
user.Actor()
,
 
user.CustomerID
,
 
list)
\N
	
if
 
user.Unproved
 
{
\N
		
page.Items
 
=
 
withoutNotes(page.Items)
\N
	
}
\N
	
return
 
page
,
 
err
\N
}
\N
\N
//
 
Adjustments
 
returns
 
the
 
last
 
stamps
 
on
 
the
 
customer's
 
card
 
that
 
no
 
visit
 
left
,
 
newest
 
first
;
 
without
 
what
 
the
\N
//
 
staff
 
wrote
 
while
 
the
 
session
 
is
 
unverified.
\N
func
 
(s
 
*Self)
 
Adjustments(ctx
 
context.Context
,
 
user
 
access.PortalUser)
 
([]ListedAdjustment
,
 
error)
 
{
\N
	
listed
,
 
err
 
:=
 
s.adjustments.List(ctx
,
 
user.Actor()
,
 
user.CustomerID)
\N
	
if
 
user.Unproved
 
{
\N
		
listed
 
=
 
withoutReasons(listed)
\N
	
}
\N
	
return
 
listed
,
 
err
\N
}
\N
\N
func
 
withoutReasons(adjustments
 
[]ListedAdjustment)
 
[]ListedAdjustment
 
{
\N
	
for
 
i
 
:=
 
range
 
adjustments
 
{
\N
		
adjustments[i].Reason
,
 
adjustments[i].Note
 
=
 
""
,
 
""
\N
	
}
\N
	
return
 
adjustments
\N
}
\N
\N
func
 
withoutNotes(visits
 
[]usecase.ListedVisit)
 
[]usecase.ListedVisit
 
{
\N
	
for
 
i
 
:=
 
range
 
visits
 
{
\N
		
visits[i].Notes
 
=
 
""
\N
	
}
\N
	
return
 
visits
\N
}
\N
\N
//
 
Rewards
 
returns
 
a
 
page
 
of
 
the
 
rewards
 
of
 
the
 
customer's
 
cards
,
 
newest
\N
//
 
first.
\N
func
 
(s
 
*Self)
 
Rewards(ctx
 
context.Context
,
 
user
 
access.PortalUser
,
 
list
 
usecase.ListRequest)
 
(usecase.Listed[ListedReward]
,
 
error)
 
{
\N
	
return
 
s.rewards.List(ctx
,
 
user.Actor()
,
 
user.CustomerID
,
 
list)
\N
}
\N
